import type { LedgerRecord } from './ledger-record.ts';

/** Place of the ledger, and the project and run that it counts for. */
export interface LedgerPlace {
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** The root's real path. */
  readonly project: string;
  /** Run of an agent that the session belongs to. A run has sums of its own. */
  readonly run?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Message to the ledger's process. */
export interface ToLedger {
  readonly place: LedgerPlace;
  readonly records: readonly LedgerRecord[];
}

/** Serializes a message as a line. If the shown text equals the raw one, as in most calls, it is sent only once. */
export function toLine({ place, records }: ToLedger): string {
  const once = records.map((one) => (one.kind === 'call' && one.raw === one.shown ? { ...one, raw: undefined } : one));
  return `${JSON.stringify({ place, records: once })}\n`;
}

/** Parses a line of `toLine`. */
export function fromLine(line: string): ToLedger {
  const { place, records } = JSON.parse(line) as ToLedger;
  return { place, records: records.map((one) => (one.kind === 'call' ? { ...one, raw: one.raw ?? one.shown } : one)) };
}

/** Message from the ledger's process. */
export type FromLedger =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'set_aside'; readonly to: string };
