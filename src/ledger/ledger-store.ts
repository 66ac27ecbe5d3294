import type { LatencyQuery, LatencyRow, UsageQuery, UsageRow } from './ledger-query.ts';
import type { UsageRecord } from './usage-record.ts';

/** Records that are written together, under an id of their own. */
export interface LedgerBatch {
  readonly id: string;
  readonly records: readonly UsageRecord[];
}

/** Where the ledger is kept. Every method rejects with a `SqlError` where the storage fails. */
export interface LedgerStore {
  /** Writes a batch as a whole, and once: a batch whose id has been written before changes nothing. */
  write(batch: LedgerBatch): Promise<void>;
  /** Forgets what is older than it is kept, as of `now` (milliseconds since 1970). */
  expire(now: number): Promise<void>;
  /** In the order of the groups asked for. */
  usage(query: UsageQuery): Promise<readonly UsageRow[]>;
  latency(query: LatencyQuery): Promise<readonly LatencyRow[]>;
}
