import type { LedgerRecord } from './ledger-record.ts';

/** Where and for whom the ledger writes. */
export interface LedgerPlace {
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** The root's real path. */
  readonly project: string;
  /** The run of an agent that the session is one of, which is also summed up by itself. */
  readonly run?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A line to the ledger's process. */
export interface ToLedger {
  readonly place: LedgerPlace;
  readonly records: readonly LedgerRecord[];
}

/** A line from it. */
export type FromLedger =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'set_aside'; readonly to: string };
