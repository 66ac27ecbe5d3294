import type { SessionContext } from '../../session-memory/session-context.ts';
import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { Care, LineReason, TextKind } from '../pruner.ts';
import type { Runs } from '../structure/blocks.ts';
import type { Outline } from '../structure/outline.ts';
import type { ExpectRecall } from './expected-recall.ts';
import type { Matches } from './matches.ts';

/** Min score of a kept line if neither a threshold nor a limit is given. */
export const DEFAULT_THRESHOLD = 0.5;

/**
 * The purpose of pruning: the best lines within a given share, the lines that answer a question, or all but those
 * surely not needed if nobody asked.
 */
export type Purpose = 'share' | 'question' | Care;

/** A text as scorers see it. */
export interface Document {
  readonly kind: TextKind;
  readonly path?: string | undefined;
  readonly lines: Lines;
  readonly shape: Outline;
  /** Session snapshot for this text. */
  readonly context?: SessionContext | undefined;
  readonly purpose?: Purpose | undefined;
  /**
   * In automatic mode: cost of a lost line in tokens, in addition to the tokens that are read back. Default: by
   * purpose.
   */
  readonly lossTokens?: number | undefined;
  /** Number of the first line in its own file. Default: 1. */
  readonly firstLine?: number | undefined;
  /** Units kept or omitted as a whole, if this kind of output has them: log events, rows, items, tests, commits. */
  readonly records?: Runs | undefined;
  /** The line that encloses each line, or -1. */
  readonly headers?: Int32Array | undefined;
  /** Weight of the words on a line, 0..1. Default: 1. */
  readonly prior?: ((line: string) => number) | undefined;
}

/** Matches of the words that nearly all items of a list have. */
export interface ListFields {
  readonly shared: Pick<Matches, 'lines'>;
  /** Returns the first line of the innermost item around a line, or -1. */
  readonly itemOf: (line: number) => number;
}

export interface LineScores {
  /** Score per line, 0..1; the default threshold is 0.5. Blank lines have a score too. */
  readonly scores: Float32Array;
  /** Reason per line: an index into `REASONS`. */
  readonly reasons: Uint8Array;
  /** Relevance of the whole document, 0..1. 0 if nothing in it relates to the question. */
  readonly documentScore: number;
  /** Min score of a kept line if neither a threshold nor a limit is given. Default: 0.5. */
  readonly threshold?: number | undefined;
  /**
   * Gain of keeping each line, at least 0. Within a budget, runs of lines are chosen by gain. By default, the best
   * lines are.
   */
  readonly gains?: Float32Array | undefined;
  readonly recall?: ExpectRecall | undefined;
  /** True if words alone chose the lines, so neighboring lines may answer as well. */
  readonly byWords?: boolean | undefined;
  /** Lines of a list's items that answer, one byte a line. Lines of other items are no neighbors of an answer. */
  readonly within?: Uint8Array | undefined;
  /** The words that items of a list share. */
  readonly list?: ListFields | undefined;
  /** Lines that the question selects for certain. The answer tells if it does not show them all. */
  readonly selected?: readonly number[] | undefined;
  /** True if lines were chosen by order or amount, so that similar ones differ in what was asked. */
  readonly isOrdered?: boolean | undefined;
  /** True if these are all lines except titles, so that a few of them can represent all. */
  readonly isEvery?: boolean | undefined;
  /** False if the question has no word that says what to look for. Then no line can be ruled out. */
  readonly asked?: boolean | undefined;
}

/** Scores lines by a question. A pure function of both: same scores on every runtime. */
export interface LineScorer {
  readonly name: string;
  readonly version: string;
  score(document: Document, question: string): LineScores;
  /** Does the same in steps, for callers that must not block. */
  steps?(document: Document, question: string): CooperativeTask<LineScores>;
}

/** `LineReason` by index, so that a reason fits in a byte. */
export const REASONS: readonly LineReason[] = [
  'none',
  'match',
  'definition',
  'block',
  'neighbour',
  'evidence',
  'header',
  'first',
  'gap',
  'whole',
];

/** The index of a reason in `REASONS`. */
export const Reason = {
  none: 0,
  match: 1,
  definition: 2,
  block: 3,
  neighbour: 4,
  evidence: 5,
  header: 6,
  first: 7,
  gap: 8,
  whole: 9,
} as const;
