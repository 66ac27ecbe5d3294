import type { MarkerStyle } from './pruner.ts';

/** Lines of a text that its reader was given before. */
export interface KnownRun {
  /** 0-based, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** What they were given with: `the read of src/a.ts`. */
  readonly name: string;
  /** The number that the first of them had there. */
  readonly number: number;
}

/** The line that stands for the lines `from` to `to`, 0-based and inclusive, of a text whose first line is `firstLine`. */
export function marker(from: number, to: number, style: MarkerStyle, firstLine: number): string {
  const n = to - from + 1;
  return style === 'plain' ? `(filtered ${n} lines)` : `(filtered ${n} lines: ${firstLine + from}-${firstLine + to})`;
}

/** The line that stands for lines that were given before, whichever style gaps are marked in. */
export function knownMarker({ from, to, name, number }: KnownRun, firstLine: number): string {
  const own = `${firstLine + from}-${firstLine + to - 1}`;
  if (number === firstLine + from) return `(lines ${own} as in ${name} above)`;
  return `(lines ${own} as lines ${number}-${number + to - from - 1} in ${name} above)`;
}

const FILTERED = /^\(filtered (\d{1,9}) lines(?:: \d+-\d+)?\)$/;
const KNOWN = /^\(lines (\d{1,9})-(\d{1,9}) as (?:lines \d+-\d+ )?in .+ above\)$/;

/** How many lines a line stands for; undefined if it is no marker. */
export function linesOfMarker(line: string): number | undefined {
  const filtered = FILTERED.exec(line);
  if (filtered !== null) return Number(filtered[1]);
  const known = KNOWN.exec(line);
  return known === null ? undefined : Number(known[2]) - Number(known[1]) + 1;
}
