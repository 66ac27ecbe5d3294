import type { CooperativeTask } from '../text/cooperative-task.ts';

interface Node {
  readonly next: Map<number, Node>;
  /** Failure link: the longest proper suffix that begins a word, followed if no edge fits. */
  fail: Node | undefined;
  /** Nearest node along the failure links at which a word ends. */
  ends: Node | undefined;
  word: string | undefined;
}

/** Characters per part, and its cost relative to counting the tokens. */
const PART = 262_144;
const SHARE = 0.5;

const newNode = (): Node => ({ next: new Map(), fail: undefined, ends: undefined, word: undefined });

/**
 * Finds the words that a text contains in one pass (Aho and Corasick, 1975). One `includes` per word could take the
 * product of both lengths, and the caller controls both.
 */
export function* findWords(text: string, words: readonly string[]): CooperativeTask<ReadonlySet<string>> {
  const found = new Set<string>();
  const root = build(words);
  let node = root;
  for (let from = 0; from < text.length; from += PART) {
    const to = Math.min(from + PART, text.length);
    yield (to - from) * SHARE;
    for (let at = from; at < to; at++) {
      node = step(root, node, text.charCodeAt(at));
      for (let end = node.word === undefined ? node.ends : node; end !== undefined; end = end.ends) {
        // A word found before has been found with all its suffixes.
        if (found.has(end.word as string)) break;
        found.add(end.word as string);
      }
    }
  }
  return found;
}

function step(root: Node, from: Node, unit: number): Node {
  for (let node: Node | undefined = from; node !== undefined; node = node.fail) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
  }
  return root;
}

function build(words: readonly string[]): Node {
  const root = newNode();
  for (const word of words) {
    if (word === '') continue;
    let node = root;
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      const next = node.next.get(unit) ?? newNode();
      node.next.set(unit, next);
      node = next;
    }
    node.word = word;
  }
  const queue = [root];
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head] as Node;
    for (const [unit, next] of node.next) {
      next.fail = node.fail === undefined ? root : step(root, node.fail, unit);
      next.ends = next.fail.word === undefined ? next.fail.ends : next.fail;
      queue.push(next);
    }
  }
  return root;
}
