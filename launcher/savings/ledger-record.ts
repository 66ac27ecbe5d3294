import type { WholeReason } from '../../src/unasked/whole-reasons.ts';

/** Position of a result in a recorded session. */
export interface SessionPlace {
  /** Unique id of the session. */
  readonly id: string;
  /** The model's request that made the call, counted from 1. */
  readonly request: number;
  /** How many times earlier results were taken out of the context. */
  readonly resets: number;
}

/** A call to count. The ledger counts its texts but does not store them. */
export interface CallRecord {
  readonly kind: 'call';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tool: string;
  /** Text that the model would have been shown without us. */
  readonly raw: string;
  /** Text that the model was shown; in shadow mode, the text that it would have been shown. */
  readonly shown: string;
  /** Scales of sampled texts, see `SampledText`. Undefined if the texts are complete. */
  readonly scales?: { readonly raw: number; readonly shown: number } | undefined;
  readonly asked: boolean;
  /** True if anything was pruned or cut. */
  readonly shortened: boolean;
  readonly shadow: boolean;
  /** True for a result of a host's own tool. */
  readonly builtin?: boolean | undefined;
  /**
   * Unique name of that result, because hooks of two servers may ask about the same one. Undefined if it has no name.
   */
  readonly result?: string | undefined;
  /** Undefined if the host's transcript does not show it. */
  readonly session?: SessionPlace | undefined;
  /** Text that the model wrote because of us, i.e. its question. */
  readonly written?: string | undefined;
  /** True if the call shows text again that a question left out. It counts as a cost, not as a saving. */
  readonly repeated: boolean;
  /** File of the text; `part` is true if the text is only a part of it. */
  readonly source?: { readonly path: string; readonly part: boolean } | undefined;
}

/** A text read back from an artifact. */
export interface FetchRecord {
  readonly kind: 'fetch';
  readonly at: number;
  readonly tool: string;
  readonly shown: string;
  readonly scales?: { readonly shown: number } | undefined;
  /** Arguments that the model wrote to fetch it. */
  readonly written?: string | undefined;
  readonly session?: SessionPlace | undefined;
}

/** Definitions and instructions that a session starts with because of us. */
export interface DefinitionsRecord {
  readonly kind: 'definitions';
  readonly at: number;
  /** Instructions, and our own tools as JSON; empty for tools listed later in the session. */
  readonly own: readonly string[];
  /** Other tools as JSON: as we list them, and as they would be without us (empty for a deferred tool of ours). */
  readonly others: readonly { readonly listed: string; readonly straight: string }[];
  /** Session in which every request sends them. The record without a session counts their cost. */
  readonly session?: SessionPlace | undefined;
}

/**
 * A result of a host's own tool that showed a line again which shortening an earlier, measured result would have left
 * out.
 */
export interface AgainRecord {
  readonly kind: 'again';
  readonly at: number;
  /** Milliseconds since the measured result. */
  readonly ageMs: number;
  /** Unique name of the later result, see `CallRecord`. */
  readonly result?: string | undefined;
}

/** A result of a host's own tool that passed unchanged. */
export interface WholeRecord {
  readonly kind: 'whole';
  readonly at: number;
  readonly reason: WholeReason;
  /** Id of its session; undefined if the host records none. */
  readonly session?: string | undefined;
  /** Unique name of the result, see `CallRecord`. */
  readonly result?: string | undefined;
}

export type LedgerRecord = CallRecord | FetchRecord | DefinitionsRecord | AgainRecord | WholeRecord;

/** A record as callers give it, without what the ledger adds: its timestamp, and whether it reads something again. */
export type GivenRecord = LedgerRecord extends infer One
  ? One extends LedgerRecord
    ? Omit<One, 'at' | 'repeated' | 'scales'>
    : never
  : never;
