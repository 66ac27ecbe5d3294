import { bm25 } from '../../../history/baselines.ts';
import type { LineOrder } from './line-order.ts';

/** Passages of ten lines by BM25, the best passage first, its lines in the order of the text. */
export const rankedPassages: LineOrder = ({ lines }, question) => {
  const texts = Array.from({ length: lines.count }, (_, i) => lines.text.slice(lines.starts[i], lines.ends[i]));
  const scores = bm25(texts, question);
  return texts.map((_, i) => i).sort((a, b) => (scores[b] as number) - (scores[a] as number));
};
