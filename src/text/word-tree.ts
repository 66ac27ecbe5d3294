/** A node of a tree of words (Aho and Corasick, 1975). It finds all words of a text in one pass. */
export interface WordNode {
  readonly next: Map<number, WordNode>;
  /** Failure link: the longest proper suffix that begins a word, followed if no edge fits. */
  fail: WordNode | undefined;
  /** Nearest node along the failure links at which a word ends. */
  ends: WordNode | undefined;
  word: string | undefined;
}

const newNode = (): WordNode => ({ next: new Map(), fail: undefined, ends: undefined, word: undefined });

/** Returns the root of the tree of these words. */
export function buildWordTree(words: Iterable<string>): WordNode {
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
    const node = queue[head] as WordNode;
    for (const [unit, next] of node.next) {
      next.fail = node.fail === undefined ? root : nextNode(root, node.fail, unit);
      next.ends = next.fail.word === undefined ? next.fail.ends : next.fail;
      queue.push(next);
    }
  }
  return root;
}

/** Returns the node after the next UTF-16 unit of a text. */
export function nextNode(root: WordNode, from: WordNode, unit: number): WordNode {
  for (let node: WordNode | undefined = from; node !== undefined; node = node.fail) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
  }
  return root;
}

/** Returns the node of the longest word that ends here. Its `ends` leads to the shorter ones. */
export const endsAt = (node: WordNode): WordNode | undefined => (node.word === undefined ? node.ends : node);
