import type { CostedLines } from '../cost-lines.ts';

/** Orders the lines of a text (0-based), best first. Every line comes exactly once, so that any budget can be filled. */
export type LineOrder = (of: CostedLines, question: string) => Iterable<number>;
