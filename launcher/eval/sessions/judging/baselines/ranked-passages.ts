import { bm25 } from './bm25.ts';
import type { LineOrder } from './line-order.ts';

/** Ranks passages of ten lines by BM25, best first. Lines of a passage are in the order of the text. */
export const rankedPassages: LineOrder = ({ lines }, question) => {
  const texts = Array.from({ length: lines.count }, (_, i) => lines.text.slice(lines.starts[i], lines.ends[i]));
  const scores = bm25(texts, question);
  return texts.map((_, i) => i).sort((a, b) => (scores[b] as number) - (scores[a] as number));
};
