/**
 * How a gap is shown. `plain` is upstream's `(filtered N lines)`. `ranges` adds the 1-based inclusive line numbers
 * that were omitted, `(filtered N lines: a-b)`, so that a caller can read them back.
 */
export type MarkerStyle = 'plain' | 'ranges';

/** A run of lines that the reader was given before. */
export interface KnownRun {
  /** 0-based, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Name of the text that had them: `the read of src/a.ts`. Undefined if they repeat a line of this text. */
  readonly name: string | undefined;
  /** Number that the first of these lines has in that text; the place of the repeated line in this one, from 0. */
  readonly number: number;
  /** Number of lines of that text, if it is more than these and their numbers do not say so. */
  readonly of?: number | undefined;
}

/**
 * Returns the marker for lines `from` to `to` (0-based, inclusive) of a text whose first line is `firstLine`. In the
 * style `ranges`, `outline` names the definitions or headings in the gap, with their lines.
 */
export function marker(from: number, to: number, style: MarkerStyle, firstLine: number, outline = ''): string {
  const n = to - from + 1;
  if (style === 'plain') return `(filtered ${n} lines)`;
  return `(filtered ${n} lines: ${firstLine + from}-${firstLine + to}${outline === '' ? '' : `: ${outline}`})`;
}

/** Returns the marker for lines that were given before; the same in every marker style. */
export function knownMarker({ from, to, name, number, of }: KnownRun, firstLine: number): string {
  const own = `${firstLine + from}-${firstLine + to - 1}`;
  if (name === undefined) return `(lines ${own} as line ${firstLine + number})`;
  const whole = of === undefined ? '' : ` of ${of}`;
  if (number === firstLine + from && of === undefined) return `(lines ${own} as in ${name} above)`;
  return `(lines ${own} as lines ${number}-${number + to - from - 1}${whole} in ${name} above)`;
}

/** Something with a name among omitted lines. */
export interface OutlineEntry {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** A parsed marker, with the lines that it replaces. */
export type Marker =
  /** From the style `plain`. */
  | { readonly kind: 'unnumbered'; readonly count: number; readonly first?: undefined }
  | {
      readonly kind: 'filtered';
      readonly count: number;
      readonly first: number;
      readonly last: number;
      /** Lines of definitions or headings among them. */
      readonly outline: readonly OutlineEntry[];
    }
  | {
      readonly kind: 'known';
      readonly count: number;
      readonly first: number;
      readonly last: number;
      readonly name: string;
      /** True if the lines had other numbers in that text. */
      readonly isShifted: boolean;
    };

const FILTERED = /^\(filtered (\d{1,9}) lines(?:: (\d{1,9})-(\d{1,9})(?:: (\S[^\n]*))?)?\)$/;
const ENTRY = /^(.+) (\d{1,9})(?:-(\d{1,9}))?$/;
const KNOWN = /^\(lines (\d{1,9})-(\d{1,9}) as (?:(lines \d+-\d+ (?:of \d+ )?)?in (.+) above|line \d+)\)$/;

/** Parses a marker; returns undefined if the line is not one. */
export function readMarker(line: string): Marker | undefined {
  const filtered = FILTERED.exec(line);
  if (filtered !== null) {
    const [, count, first, last, outline] = filtered;
    if (first === undefined) return { kind: 'unnumbered', count: Number(count) };
    const entries = outline === undefined ? [] : outline.split(', ').flatMap(toEntry);
    return { kind: 'filtered', count: Number(count), first: Number(first), last: Number(last), outline: entries };
  }
  const known = KNOWN.exec(line);
  if (known === null) return undefined;
  const [, from, to, shift, name = ''] = known;
  const [first, last] = [Number(from), Number(to)];
  return { kind: 'known', count: last - first + 1, first, last, name, isShifted: shift !== undefined };
}

function toEntry(text: string): readonly OutlineEntry[] {
  const [, name, first, last = first] = ENTRY.exec(text) ?? [];
  return name === undefined ? [] : [{ name, first: Number(first), last: Number(last) }];
}

/** Returns true for a gap of lines that were omitted, with or without their numbers. */
export const isGap = (line: string): boolean => FILTERED.test(line);

/** Matches the beginning of a line that would be taken for a marker, in a text of many lines. */
export const LIKE_MARKER: RegExp = /^\((?:filtered \d+ lines|lines \d+-\d+ as )/m;
