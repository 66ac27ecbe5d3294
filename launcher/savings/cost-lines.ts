import { type Lines, splitLines } from '../../src/text/lines.ts';

/** Counts the tokens of the line `text[from, to)`, including its line break. `estimateTokens` is one implementation. */
export type CountLine = (text: string, from: number, to: number) => number;

/** A text's lines with their costs in tokens. All methods are charged by the same costs. */
export interface CostedLines {
  readonly lines: Lines;
  /** Tokens per line, 0-based. */
  readonly costs: Float64Array;
  /** Tokens of the whole text. */
  readonly total: number;
}

/** Counts each line of a text. The total is the sum over lines, which may differ a little from a count of the whole. */
export function costLines(text: string, count: CountLine): CostedLines {
  const lines = splitLines(text);
  const costs = new Float64Array(lines.count);
  let total = 0;
  for (let i = 0; i < lines.count; i++) {
    const tokens = count(text, lines.starts[i] as number, lines.ends[i] as number);
    costs[i] = tokens;
    total += tokens;
  }
  return { lines, costs, total };
}
