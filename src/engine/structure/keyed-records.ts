import { parts } from '../../text/cooperative-task.ts';
import { type Runs, toRuns } from './blocks.ts';
import { lineHead } from './line-head.ts';
import { Role } from './outline.ts';
import type { RecordsOf } from './policy.ts';

const KEY = /^\s*([^=:|\d]{1,60}?)\s*(?:[=:|\d])/;
/** Cost of a pass with one pattern, as a share of the cost of counting tokens. */
const SHARE = 0.15;

/** Returns the key of a line such as `weight = 12` or `Size: 4`, or the words of a line that numbers a record. */
export function recordKeyOf(line: string): string | undefined {
  return KEY.exec(line)?.[1];
}

/** Starts a record wherever the key of the first line recurs. */
export function* keyedRecords(
  lines: Parameters<RecordsOf>[0],
  { roles }: Parameters<RecordsOf>[1],
): Generator<number, Runs, undefined> {
  const cuts = new Uint8Array(lines.count + 1);
  const first = roles.findIndex((role) => role !== Role.blank);
  const key = first < 0 ? undefined : recordKeyOf(lineHead(lines, first));
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) if (roles[i] !== Role.blank && recordKeyOf(lineHead(lines, i)) === key) cuts[i] = 1;
  });
  return toRuns(cuts, lines.count);
}
