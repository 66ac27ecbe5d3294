import type { TraceFields } from '../base/tracing/trace-fields.ts';
import type { MarkerStyle } from '../text/gap-marker.ts';
/**
 * The port between callers with a text and a question, and pruners.
 *
 * The embedded engine and the swe-pruner HTTP client implement it. One contract suite (`test/contract/pruner.ts`)
 * tests both. Failure is an expected outcome, so it is a value.
 */

import type { SessionContext } from '../session-memory/session-context.ts';
import type { CutLine } from '../text/cut-line.ts';

/** The kind of a text. Detected from the text itself (and `path`), never assumed. The answer reports it. */
export const TEXT_KINDS = ['source', 'log', 'search', 'json', 'diff', 'prose', 'data'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/**
 * How cautious automatic mode is. `balanced` weighs the tokens saved against the expected cost of lost lines. `careful`
 * counts a lost line as more expensive. It also omits no lines that include a needed one with a chance above 0.3.
 * `references` omits only lines that the session was given before, each with a marker that says where.
 */
export const CARES = ['references', 'careful', 'balanced'] as const;
export type Care = (typeof CARES)[number];

export interface PruneRequest {
  readonly text: string;
  /** The question, trimmed; empty only with `automatic`. */
  readonly question: string;
  /** Session snapshot for this text. Only the embedded engine uses it. */
  readonly context?: SessionContext | undefined;
  /**
   * Automatic mode, in which nobody asked a question. Omits lines that are surely not needed, judged by `context`;
   * without a context the text stays whole. `question` is then what the agent said. Names in it are kept. So are lines
   * that answer it, except in source files with a path.
   */
  readonly automatic?: Care | undefined;
  /**
   * With `automatic`: cost of a lost line in tokens, in addition to the tokens that are read back. Default: by level.
   */
  readonly lossTokens?: number | undefined;
  /** True if markers of the style `ranges` name the definitions and headings in their gaps. Default false. */
  readonly outlines?: boolean | undefined;
  /** Source of the text, as a hint for its kind. Never opened. */
  readonly path?: string | undefined;
  /** The kind, if the caller knows it for certain. */
  readonly kind?: TextKind | undefined;
  /** Min score of a kept line, 0..1. */
  readonly threshold?: number | undefined;
  /** Max share of the text's tokens to keep, in (0, 1]. */
  readonly targetRatio?: number | undefined;
  /** Max number of tokens to keep. */
  readonly maxTokens?: number | undefined;
  /** Default: `plain`. */
  readonly markers?: MarkerStyle | undefined;
  /** Number of the text's first line in its own file; shifts the ranges in markers. Default: 1. */
  readonly firstLine?: number | undefined;
  /** Keeps line 1 regardless of score (the protocol's `always_keep_first_frags`). */
  readonly keepFirstLine?: boolean | undefined;
  /** True if the text is output of a failed command. Its last lines are then evidence. */
  readonly failed?: boolean | undefined;
  /**
   * Tokens that the caller adds to a text that is not whole. If pruning saves no more than this, the text is kept
   * whole. Default: 0.
   */
  readonly overheadTokens?: number | undefined;
}

/** Why a line has its score. Every kept line has a reason; `none` is a line without one. */
export type LineReason =
  | 'match' // holds words of the question
  | 'definition' // defines a name of the question
  | 'block' // is in a block that matches
  | 'neighbour' // smoothed from the lines around it
  | 'evidence' // error, failing test, stack frame, last lines of a failed command: never dropped
  | 'header' // encloses a kept line
  | 'first' // requested by `keepFirstLine`
  | 'gap' // a one-line gap, cheaper to show than to mark
  | 'whole' // nothing was removed
  | 'none';

/** Details of an answer beyond its text. Lines are 1-based. */
export interface PruneDetails {
  readonly kind: TextKind;
  /** Name and version of the scorer; part of any cache key. */
  readonly method: string;
  readonly lineCount: number;
  /** Every line shown in the text, ascending. */
  readonly keptLines: readonly number[];
  /**
   * Omitted lines that the session was given before; `name` is the text that had them. Ascending, both ends inclusive.
   */
  readonly knownLines?: readonly { readonly first: number; readonly last: number; readonly name: string }[] | undefined;
  /** Kept lines that are shown only in part; none unless the markers are `ranges`. */
  readonly cutLines?: readonly CutLine[] | undefined;
  /** Last line of the text, if it says how much of it matches the question. */
  readonly notice?: string | undefined;
  /** Score per line, 0..1. */
  readonly lineScores: Float32Array;
  /** Reason per line. */
  readonly reasons: readonly LineReason[];
  /** Expected share of the needed lines that is shown, 0..1, if the engine can estimate it. */
  readonly expectedRecall?: number | undefined;
  /** Relevance of the whole text, 0..1. */
  readonly score: number;
  /** False if `text` is the request's text, byte for byte. */
  readonly changed: boolean;
}

export interface Pruned {
  readonly ok: true;
  readonly text: string;
  readonly engine: 'embedded' | 'remote';
  /** False if a remote pruner's text does not consist of the request's own lines in order. */
  readonly verbatim?: false | undefined;
  /** Missing from a plain HTTP pruner. */
  readonly details?: PruneDetails | undefined;
  /** Why the pruner declined to prune and kept the text whole, in its own words. */
  readonly refusal?: string | undefined;
  /** The remote pruner's failure that caused the fallback to the embedded engine. */
  readonly standsInFor?: PruneFailure | undefined;
  /** Answers the same text and question under other limits from what is already known. Sends no second request. */
  readonly again?: Pruner['prune'] | undefined;
}

export interface PruneFailure {
  readonly ok: false;
  readonly code: 'timeout' | 'http_error' | 'invalid_response';
  readonly message: string;
  /** True if nothing listens there: connection refused, or a host name that does not resolve. */
  readonly unreachable?: boolean | undefined;
  /** Set if no request was made: the circuit breaker is open or the queue is full. */
  readonly unavailable?: 'circuit_open' | 'overloaded' | undefined;
  /** Whole seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number | undefined;
}

export type PruneOutcome = Pruned | PruneFailure;

export interface PruneOptions {
  readonly signal?: AbortSignal | undefined;
  /** The caller's trace, which is passed on unchanged to an upstream pruner. */
  readonly trace?: TraceFields | undefined;
}

export interface Pruner {
  /** Never rejects, except with the reason of an aborted `signal`. */
  prune(request: PruneRequest, options?: PruneOptions): Promise<PruneOutcome>;
}
