/**
 * The port between whoever has text and a question, and whatever prunes it.
 *
 * The embedded engine and the swe-pruner HTTP client implement it, and one contract suite
 * (`test/contract/pruner.ts`) holds them both to it. Failing is an expected outcome, so it is a value.
 */

import type { SessionContext } from '../memory/session-context.ts';
import type { CutLine } from './pieces/cut-line.ts';

/** What the text is. Told apart by the text itself (and `path`), never assumed: the answer carries it. */
export type TextKind = 'source' | 'log' | 'search' | 'json' | 'diff' | 'prose' | 'data';

/**
 * How a gap is shown: `plain` is upstream's `(filtered N lines)`, `ranges` adds the 1-based inclusive
 * line numbers that were left out, `(filtered N lines: a-b)`, so that a caller can read them back.
 */
export type MarkerStyle = 'plain' | 'ranges';

/**
 * How sure it must be that nothing is missed of what is left out where nobody asked: of 100 results, all needed lines stay in
 * 98 or in 95.
 */
export const CARES = ['careful', 'balanced'] as const;
export type Care = (typeof CARES)[number];

export interface PruneRequest {
  readonly text: string;
  /** What the caller wants to know; trimmed, and not empty but with `automatic`. */
  readonly question: string;
  /** What the session knows that the text is for. The embedded engine alone uses it. */
  readonly context?: SessionContext | undefined;
  /**
   * Nobody asked: what by `context` is surely not needed is left out. Without a context the text stays whole. A question
   * is then what the agent said: of a text without a path, lines that answer it stay as well.
   */
  readonly automatic?: Care | undefined;
  /** With `automatic`: tokens that a lost line costs beside what is read back. Default: as the level has it. */
  readonly lossTokens?: number | undefined;
  /** Where the text came from, as a hint for its kind. Never opened. */
  readonly path?: string | undefined;
  /** Set when the caller knows the kind for certain. */
  readonly kind?: TextKind | undefined;
  /** A line is kept when its score reaches this, 0..1. */
  readonly threshold?: number | undefined;
  /** The greatest share of the text's tokens to keep, above 0 and up to 1. */
  readonly targetRatio?: number | undefined;
  /** The greatest number of tokens to keep. */
  readonly maxTokens?: number | undefined;
  /** Default `plain`. */
  readonly markers?: MarkerStyle | undefined;
  /** The number, in its own file, of the text's first line: shifts the ranges in markers. Default 1. */
  readonly firstLine?: number | undefined;
  /** Keep line 1 whatever its score (`always_keep_first_frags` of the protocol). */
  readonly keepFirstLine?: boolean | undefined;
  /** The text is what a command printed before it failed: its last lines are evidence. */
  readonly failed?: boolean | undefined;
  /** Tokens that the caller will add to a text that is not whole: what saves no more than that is kept whole. Default 0. */
  readonly overheadTokens?: number | undefined;
}

/** Why a line has its score. Every kept line has one; `none` is a line without any. */
export type LineReason =
  | 'match' // holds words of the question
  | 'definition' // defines a name of the question
  | 'block' // stands in a block that matches
  | 'neighbour' // smoothed from the lines around it
  | 'evidence' // error, failing test, stack frame, last lines of a failed command: never dropped
  | 'header' // encloses a kept line
  | 'first' // asked for by `keepFirstLine`
  | 'gap' // a one-line gap, cheaper to show than to mark
  | 'whole' // nothing was removed
  | 'none';

/** What an engine knows about its answer beyond the text. Lines are 1-based. */
export interface PruneDetails {
  readonly kind: TextKind;
  /** The name and version of the scorer: part of any cache key. */
  readonly method: string;
  readonly lineCount: number;
  /** Every line shown in the text, ascending. */
  readonly keptLines: readonly number[];
  /** Lines left out that the session was given before, `name` says with what; ascending, both ends inclusive. */
  readonly knownLines?: readonly { readonly first: number; readonly last: number; readonly name: string }[] | undefined;
  /** Kept lines of which the text shows only parts; none unless the markers are `ranges`. */
  readonly cutLines?: readonly CutLine[] | undefined;
  /** One score per line, 0..1. */
  readonly lineScores: Float32Array;
  /** One reason per line. */
  readonly reasons: readonly LineReason[];
  /** The share of the needed lines that is expected to be shown, 0..1; of an engine that can tell. */
  readonly expectedRecall?: number | undefined;
  /** Relevance of the whole text, 0..1. */
  readonly score: number;
  /** False: `text` is the request's text, byte for byte. */
  readonly changed: boolean;
}

export interface Pruned {
  readonly ok: true;
  readonly text: string;
  readonly engine: 'embedded' | 'remote';
  /** False: what a remote pruner gave is not made of the request's own lines, in their order. */
  readonly verbatim?: false | undefined;
  /** A plain HTTP pruner gives none. */
  readonly details?: PruneDetails | undefined;
  /** Why the pruner kept the text whole although it was asked to prune it, in its own words. */
  readonly refusal?: string | undefined;
  /** The remote pruner's failure for which the embedded engine stands in. */
  readonly standsInFor?: PruneFailure | undefined;
  /** Answers the same text and question with other limits, by what is known already: nobody is asked a second time. */
  readonly again?: Pruner['prune'] | undefined;
}

export interface PruneFailure {
  readonly ok: false;
  readonly code: 'timeout' | 'http_error' | 'invalid_response';
  readonly message: string;
  /** Nothing listens there: connection refused, or a host name that does not resolve. */
  readonly unreachable?: boolean | undefined;
  /** It was not asked: its circuit breaker is open, or as many wait for it as may. */
  readonly unavailable?: 'circuit_open' | 'overloaded' | undefined;
  /** When asking again makes sense, in whole seconds. */
  readonly retryAfterSeconds?: number | undefined;
}

export type PruneOutcome = Pruned | PruneFailure;

export interface Pruner {
  /** Never rejects but for `signal`'s abort (the reason is thrown). */
  prune(request: PruneRequest, options?: { readonly signal?: AbortSignal | undefined }): Promise<PruneOutcome>;
}
