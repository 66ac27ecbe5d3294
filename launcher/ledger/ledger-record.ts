/** A call as the ledger is told of it: texts, which it counts and forgets. */
export interface CallRecord {
  readonly kind: 'call';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tool: string;
  /** What the model would have been shown without us. */
  readonly raw: string;
  /** What it was shown; of a call in shadow mode, what it would have been. */
  readonly shown: string;
  /** See `SampledText`; undefined: the texts are whole. */
  readonly scales?: { readonly raw: number; readonly shown: number } | undefined;
  readonly asked: boolean;
  /** Whether anything was pruned or cut. */
  readonly shortened: boolean;
  readonly shadow: boolean;
  /** True for a result of a host's own tool. */
  readonly builtin?: boolean | undefined;
  /** Whether it shows again what a question had left out: what that cost, and no saving. */
  readonly repeated: boolean;
  /** The file that the text is of, and whether it is a part of it alone. */
  readonly source?: { readonly path: string; readonly part: boolean } | undefined;
}

/** What was had back of an artifact. */
export interface FetchRecord {
  readonly kind: 'fetch';
  readonly at: number;
  readonly tool: string;
  readonly shown: string;
  readonly scales?: { readonly shown: number } | undefined;
}

/** What a session begins with because we are there. */
export interface DefinitionsRecord {
  readonly kind: 'definitions';
  readonly at: number;
  /** Instructions, and our own tools as JSON; empty for what is listed later in the session. */
  readonly own: readonly string[];
  /** More tools as JSON: as we list them, and as they would be without us (empty for one of ours that loads late). */
  readonly others: readonly { readonly listed: string; readonly straight: string }[];
}

export type LedgerRecord = CallRecord | FetchRecord | DefinitionsRecord;
