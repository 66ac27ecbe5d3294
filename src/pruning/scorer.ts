import type { SessionContext } from '../memory/session-context.ts';
import type { Runs } from './blocks.ts';
import type { ExpectRecall } from './expected-recall/expected-recall.ts';
import type { Lines } from './lines.ts';
import type { Outline } from './outline.ts';
import type { Care, LineReason, TextKind } from './pruner.ts';
import type { Steps } from './steps.ts';

/** A line is kept when its score reaches this, where neither a threshold nor a limit is asked for. */
export const DEFAULT_THRESHOLD = 0.5;

/**
 * What is to be chosen: the best lines within a share that is asked for, the lines that answer a question, or all but those
 * that are surely not needed, where nobody asked.
 */
export type Purpose = 'share' | 'question' | Care;

/** A text as scorers see it. */
export interface Document {
  readonly kind: TextKind;
  readonly path?: string | undefined;
  readonly lines: Lines;
  readonly shape: Outline;
  /** What the session knows that the text is for. */
  readonly context?: SessionContext | undefined;
  readonly purpose?: Purpose | undefined;
  /** Where nobody asked: tokens that a lost line costs beside what is read back. Default: by the purpose. */
  readonly lossTokens?: number | undefined;
  /** The number of the first line in its own file. Default 1. */
  readonly firstLine?: number | undefined;
  /** What is kept or left whole, where the kind of output has such: events of a log, rows, items, tests, commits. */
  readonly records?: Runs | undefined;
  /** The line that encloses each line, or -1. */
  readonly headers?: Int32Array | undefined;
  /** How much the words on a line count, 0..1. Default: 1 for each. */
  readonly prior?: ((line: string) => number) | undefined;
}

export interface LineScores {
  /** One per line, 0..1; 0.5 is where the default threshold cuts. Blank lines have a score too. */
  readonly scores: Float32Array;
  /** One per line: an index into `REASONS`. */
  readonly reasons: Uint8Array;
  /** Relevance of the whole document, 0..1. 0: nothing in it has to do with the question. */
  readonly documentScore: number;
  /** From where on a line is kept, where neither a threshold nor a limit is asked for. Default 0.5. */
  readonly threshold?: number | undefined;
  /** What keeping each line is good for, 0 and above: within a budget, runs of lines are chosen by it. Default: the best lines are. */
  readonly gains?: Float32Array | undefined;
  readonly recall?: ExpectRecall | undefined;
  /** True: words alone chose, so that what stands beside the lines that have them may answer as well. */
  readonly byWords?: boolean | undefined;
  /** False: the question has no word that says what to look for, so that nothing can be told to be beside it. */
  readonly asked?: boolean | undefined;
}

/** Scores lines by a question. A pure function of both: same scores on every runtime. */
export interface LineScorer {
  readonly name: string;
  readonly version: string;
  score(document: Document, question: string): LineScores;
  /** The same in parts, for who must not be kept waiting. */
  steps?(document: Document, question: string): Steps<LineScores>;
}

/** `LineReason` by index, for reasons kept in a byte each. */
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
