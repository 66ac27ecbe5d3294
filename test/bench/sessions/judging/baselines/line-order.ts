import type { CostedLines } from '../cost-lines.ts';

/** Orders the lines of a text (0-based), best first. Every line comes exactly once, so that any budget can be filled. */
export type LineOrder = (of: CostedLines, question: string) => Iterable<number>;

/** Takes the first lines. */
export const head: LineOrder = function* ({ lines }) {
  for (let i = 0; i < lines.count; i++) yield i;
};

/** Takes the last lines. */
export const tail: LineOrder = function* ({ lines }) {
  for (let i = lines.count - 1; i >= 0; i--) yield i;
};
