import type { Runs } from '../blocks.ts';
import type { Lines } from '../lines.ts';
import type { Outline } from '../outline.ts';
import type { TextKind } from '../pruner.ts';
import type { Steps } from '../steps.ts';
import type { Mark } from './marks.ts';

/** Signs of a kind of output. Every sign that a row names must be there. Lines are those of a sample, none blank. */
export interface Signs {
  /** The first line looks like this. */
  readonly first?: RegExp | undefined;
  /** Some line looks like this. */
  readonly any?: RegExp | undefined;
  /** At least this share of the lines, 0..1, looks like this. */
  readonly share?: readonly [RegExp, number] | undefined;
  /** At least so many lines begin like the first one, up to what it says: records of lines alike. */
  readonly repeats?: number | undefined;
  /** No line looks like this. */
  readonly never?: RegExp | undefined;
  /** False: the lines do not begin with numbers that count up, as those of `cat -n` do. */
  readonly counted?: false | undefined;
  /** Lines that the sample has at least. Default 3. */
  readonly lines?: number | undefined;
  /** File extensions for which no other sign is needed. */
  readonly extensions?: readonly string[] | undefined;
}

/** Cuts a text into records: each is kept or left whole. */
export type RecordsOf = (lines: Lines, shape: Outline) => Steps<Runs>;

/** The line that encloses each line and comes with it, or -1. Always an earlier line. */
export type HeadersOf = (lines: Lines, shape: Outline) => Steps<Int32Array>;

/** Lines that are never dropped. */
export interface EvidencePolicy {
  /** Distinct errors, stack traces and summaries. */
  readonly errors?: boolean | undefined;
  /** Rare changes of state, such as a shutdown. */
  readonly states?: boolean | undefined;
  /** What programs say when they cannot go on, in a text of anything else. */
  readonly complaints?: boolean | undefined;
  /** Lines such as totals: at most twenty of them. */
  readonly lines?: RegExp | undefined;
  /** Records with such a line, such as failing tests. */
  readonly records?: RegExp | undefined;
}

/** How one kind of output is read, scored and cut. A new kind is one row of the table. */
export interface Policy {
  readonly name: string;
  /** The kind that answers carry. */
  readonly kind: TextKind;
  readonly signs: Signs;
  /** Undefined: each line stands for itself. */
  readonly records?: RecordsOf | undefined;
  /** What a line is scored by. `records`: the words of its own record. Default: that, if there are records. */
  readonly scoredBy?: 'records' | 'blocks' | undefined;
  /** Undefined: no line encloses another. */
  readonly headers?: HeadersOf | undefined;
  readonly evidence?: EvidencePolicy | undefined;
  /**
   * What questions of order and amount look at: rows of a list or a table, or events in time. Undefined: nothing, the
   * text is no list.
   */
  readonly rows?: 'list' | 'events' | undefined;
  /** A row is several lines, each a key and its value. */
  readonly keyed?: boolean | undefined;
  /** The columns of rows that have no titles of their own, by name. */
  readonly titles?: string | undefined;
  /** What rows are large by, where numbers on them say more than that; undefined for a row that has no such. */
  readonly measure?: ((row: string, question: string) => number | undefined) | undefined;
  /** Which end of the text is the newest. */
  readonly newest?: 'first' | 'last' | undefined;
  /** How much the words on a line count, 0..1: those of a test less than those of a definition. Default: 1 for each. */
  readonly prior?: ((line: string) => number) | undefined;
  /** Letters and signs that stand for words of questions. */
  readonly marks?: readonly Mark[] | undefined;
  /** A text of fewer tokens is shown whole. Default 0. */
  readonly wholeBelow?: number | undefined;
}
