import type { MarkerStyle } from './pruner.ts';

/** A run of lines that the reader was given before. */
export interface KnownRun {
  /** 0-based, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Name of the text that had them: `the read of src/a.ts`. */
  readonly name: string;
  /** Line number of the first of them in that text. */
  readonly number: number;
}

/** Returns the marker for lines `from` to `to` (0-based, inclusive) of a text whose first line is `firstLine`. */
export function marker(from: number, to: number, style: MarkerStyle, firstLine: number): string {
  const n = to - from + 1;
  return style === 'plain' ? `(filtered ${n} lines)` : `(filtered ${n} lines: ${firstLine + from}-${firstLine + to})`;
}

/** Returns the marker for lines that were given before; the same in every marker style. */
export function knownMarker({ from, to, name, number }: KnownRun, firstLine: number): string {
  const own = `${firstLine + from}-${firstLine + to - 1}`;
  if (number === firstLine + from) return `(lines ${own} as in ${name} above)`;
  return `(lines ${own} as lines ${number}-${number + to - from - 1} in ${name} above)`;
}

/** A parsed marker and the lines it stands for. */
export type Marker =
  /** From the style `plain`. */
  | { readonly kind: 'unnumbered'; readonly first?: undefined }
  | { readonly kind: 'filtered'; readonly first: number; readonly last: number }
  | {
      readonly kind: 'known';
      readonly first: number;
      readonly last: number;
      readonly name: string;
      /** True if the lines had other numbers there. */
      readonly isShifted: boolean;
    };

const FILTERED = /^\(filtered \d{1,9} lines(?:: (\d{1,9})-(\d{1,9}))?\)$/;
const KNOWN = /^\(lines (\d{1,9})-(\d{1,9}) as (lines \d+-\d+ )?in (.+) above\)$/;

/** Parses a marker; returns undefined if the line is not one. */
export function readMarker(line: string): Marker | undefined {
  const filtered = FILTERED.exec(line);
  if (filtered !== null) {
    const [, first, last] = filtered;
    if (first === undefined) return { kind: 'unnumbered' };
    return { kind: 'filtered', first: Number(first), last: Number(last) };
  }
  const known = KNOWN.exec(line);
  if (known === null) return undefined;
  const [, first, last, shift, name = ''] = known;
  return { kind: 'known', first: Number(first), last: Number(last), name, isShifted: shift !== undefined };
}
