import type { CooperativeTask } from '../text/cooperative-task.ts';
import { buildWordTree, endsAt, nextNode } from '../text/word-tree.ts';

/** Characters per part, and its cost relative to counting the tokens. */
const PART = 262_144;
const SHARE = 0.5;

/**
 * Finds the words that a text contains in one pass. One `includes` per word could take the product of both lengths, and
 * the caller controls both.
 */
export function* findWords(text: string, words: readonly string[]): CooperativeTask<ReadonlySet<string>> {
  const found = new Set<string>();
  const root = buildWordTree(words);
  let node = root;
  for (let from = 0; from < text.length; from += PART) {
    const to = Math.min(from + PART, text.length);
    yield (to - from) * SHARE;
    for (let at = from; at < to; at++) {
      node = nextNode(root, node, text.charCodeAt(at));
      for (let end = endsAt(node); end !== undefined; end = end.ends) {
        // A word found before has been found with all its suffixes.
        if (found.has(end.word as string)) break;
        found.add(end.word as string);
      }
    }
  }
  return found;
}
