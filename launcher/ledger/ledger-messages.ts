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

/** What goes to the ledger's process. */
export interface ToLedger {
  readonly place: LedgerPlace;
  readonly records: readonly LedgerRecord[];
}

/** As a line. Most calls are shown whole: such a text goes over once. */
export function toLine({ place, records }: ToLedger): string {
  const once = records.map((one) => (one.kind === 'call' && one.raw === one.shown ? { ...one, raw: undefined } : one));
  return `${JSON.stringify({ place, records: once })}\n`;
}

/** What `toLine` was given. */
export function fromLine(line: string): ToLedger {
  const { place, records } = JSON.parse(line) as ToLedger;
  return { place, records: records.map((one) => (one.kind === 'call' ? { ...one, raw: one.raw ?? one.shown } : one)) };
}

/** A line from it. */
export type FromLedger =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'set_aside'; readonly to: string };
