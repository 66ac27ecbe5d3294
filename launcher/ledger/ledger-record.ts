/** Where in a recorded session a result stands. */
export interface SessionPlace {
  /** Tells sessions apart. */
  readonly id: string;
  /** The model's request that made the call, counted from 1. */
  readonly request: number;
  /** How many times earlier results were taken out of the context. */
  readonly resets: number;
}

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
  /** Names that result: hooks of two servers may ask about one, which counts once. Undefined if nothing names it. */
  readonly result?: string | undefined;
  /** Undefined if the host's record of the session does not tell. */
  readonly session?: SessionPlace | undefined;
  /** Text that the model wrote because we are there: its question. */
  readonly written?: string | undefined;
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
  /** Arguments that the model wrote to fetch it. */
  readonly written?: string | undefined;
  readonly session?: SessionPlace | undefined;
}

/** What a session begins with because we are there. */
export interface DefinitionsRecord {
  readonly kind: 'definitions';
  readonly at: number;
  /** Instructions, and our own tools as JSON; empty for what is listed later in the session. */
  readonly own: readonly string[];
  /** More tools as JSON: as we list them, and as they would be without us (empty for one of ours that loads late). */
  readonly others: readonly { readonly listed: string; readonly straight: string }[];
  /** A session whose every request sends them, too. They are charged by the record without one. */
  readonly session?: SessionPlace | undefined;
}

/** A result of a host's own tool showed a line that a measured one before it would not have. */
export interface AgainRecord {
  readonly kind: 'again';
  readonly at: number;
  /** Milliseconds since that measured one was given. */
  readonly ageMs: number;
  /** See `CallRecord`: names the later result. */
  readonly result?: string | undefined;
}

export type LedgerRecord = CallRecord | FetchRecord | DefinitionsRecord | AgainRecord;

/** A record whose time is now; whether a call reads something again is found out here. */
export type Unstamped = LedgerRecord extends infer One
  ? One extends LedgerRecord
    ? Omit<One, 'at' | 'repeated' | 'scales'>
    : never
  : never;
