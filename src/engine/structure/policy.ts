import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';
import type { Runs } from './blocks.ts';
import type { Mark } from './marks/mark.ts';
import type { Outline } from './outline.ts';

/** Signs of a kind of output, tested on a sample of non-blank lines. Every sign of a row must match. */
export interface Signs {
  /** Matches the first line. */
  readonly first?: RegExp | undefined;
  /** Matches some line. */
  readonly any?: RegExp | undefined;
  /** Matches at least this share of the lines, 0..1. */
  readonly share?: readonly [RegExp, number] | undefined;
  /** At least this many lines begin with the same key as the first: records of similar lines. */
  readonly repeats?: number | undefined;
  /** Matches no line. */
  readonly never?: RegExp | undefined;
  /** False: the lines must not begin with consecutive numbers as in `cat -n`. */
  readonly counted?: false | undefined;
  /** Min lines in the sample. Default: 3. */
  readonly lines?: number | undefined;
  /** File extensions that need no other sign. */
  readonly extensions?: readonly string[] | undefined;
}

/** Two lines: the first opens a bracket or a string, and the second closes it. */
export type Pair = readonly [opens: number, closes: number];

/** Records; for source code also the lines that open and close brackets and strings. */
export interface RecordRuns extends Runs {
  readonly pairs?: readonly Pair[] | undefined;
}

/** Cuts a text into records. A record is kept or omitted as a whole. */
export type RecordsOf = (lines: Lines, shape: Outline) => CooperativeTask<RecordRuns>;

/** Returns the line that encloses each line and is shown with it, or -1. Always an earlier line. */
export type HeadersOf = (lines: Lines, shape: Outline) => CooperativeTask<Int32Array>;

/** Lines that are never dropped. */
export interface EvidencePolicy {
  /** Distinct errors, stack traces and summaries. */
  readonly errors?: boolean | undefined;
  /** Rare changes of state, such as a shutdown. */
  readonly states?: boolean | undefined;
  /** Fatal complaints of programs. Ignored if `errors` is set. */
  readonly complaints?: boolean | undefined;
  /** Lines such as totals; at most twenty are kept. */
  readonly lines?: RegExp | undefined;
  /** Lines of which the last few are kept, since what failed last is the cause of the end. */
  readonly last?: RegExp | undefined;
  /** Records that contain such a line, e.g. failing tests. */
  readonly records?: RegExp | undefined;
}

/** How one kind of output is read, scored and cut. A new kind is one row of the table. */
export interface Policy {
  readonly name: string;
  /** The kind reported in answers. */
  readonly kind: TextKind;
  readonly signs: Signs;
  /** Undefined: each line stands for itself. */
  readonly records?: RecordsOf | undefined;
  /** Unit whose words determine a line's score. Default: `records`, if there are any. */
  readonly scoredBy?: 'records' | 'blocks' | undefined;
  /** Undefined: no line encloses another. */
  readonly headers?: HeadersOf | undefined;
  readonly evidence?: EvidencePolicy | undefined;
  /**
   * Units that questions of order and amount compare: rows of a list or table, events in time, or elements with
   * attributes. Undefined: the text is not a list.
   */
  readonly rows?: 'list' | 'events' | 'elements' | undefined;
  /** True if a row is several lines, each a key and its value. */
  readonly keyed?: boolean | undefined;
  /** True if an item of several lines has a key that names it. */
  readonly named?: boolean | undefined;
  /** Names of the columns, for rows without titles of their own. */
  readonly titles?: string | undefined;
  /** Returns the size of a row if plain numbers are not enough; undefined for a row without a size. */
  readonly measure?: ((row: string, question: string) => number | undefined) | undefined;
  /** The end of the text that is the newest. */
  readonly newest?: 'first' | 'last' | undefined;
  /** Weight of the words on a line, 0..1: a test's words count less than a definition's. Default: 1. */
  readonly prior?: ((line: string) => number) | undefined;
  /** Letters and signs that stand for words of a question. */
  readonly marks?: readonly Mark[] | undefined;
}
