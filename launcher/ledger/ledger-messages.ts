import type { LedgerRecord } from './ledger-record.ts';

/** What the ledger's thread starts with. */
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

/** Each is answered by `done` with its number, whatever became of it. */
export interface ToLedger {
  readonly kind: 'records';
  readonly number: number;
  readonly records: readonly LedgerRecord[];
}

export type FromLedger =
  | { readonly kind: 'done'; readonly number: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'set_aside'; readonly to: string };
