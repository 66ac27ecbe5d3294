import { unitsOf } from '../../text/code-units.ts';
import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { cost } from './select.ts';
import { minTokens } from './tokens.ts';

/** The lines to keep and their cost. */
export interface Costed {
  readonly lines: Lines;
  /** Estimated tokens per line. */
  readonly tokens: Int32Array;
  /** Estimated tokens of one marker line. */
  readonly markerTokens: number;
  /** Extra tokens of an answer that does not show everything. */
  readonly overheadTokens?: number | undefined;
}

/**
 * True if pruning saves tokens by both measures: the estimate, and the min cost of removed lines against their
 * markers.
 */
export function* saves(of: Costed, keep: Uint8Array): CooperativeTask<boolean> {
  const { overheadTokens = 0 } = of;
  let total = 0;
  for (const t of of.tokens) total += t;
  if (cost(of, keep) + overheadTokens >= total) return false;
  const { starts, ends } = of.lines;
  const units = unitsOf(of.lines);
  let balance = -overheadTokens;
  for (let i = 0; i < keep.length; i++) if (keep[i] === 0 && keep[i - 1] !== 0) balance -= of.markerTokens;
  yield* parts(of.lines, 0.1, (from, to) => {
    // Most texts save enough in their first lines.
    for (let i = from; i < to && balance <= 0; i++) {
      if (keep[i] === 0) balance += minTokens(units, starts[i] as number, ends[i] as number);
    }
  });
  return balance > 0;
}
