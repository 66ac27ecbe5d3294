import type { CountLine } from '../../../../launcher/savings/session-cost.ts';
import { type Lines, splitLines } from '../../../../src/text/lines.ts';

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
