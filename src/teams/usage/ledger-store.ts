import type { LatencyQuery, LatencyRow, UsageQuery, UsageRow } from './ledger-query.ts';
import type { UsageRecord } from './usage-record.ts';

/** Records that are written together, under one id. */
export interface LedgerBatch {
  readonly id: string;
  readonly records: readonly UsageRecord[];
}

/** Storage of the ledger. Every method rejects with a `SqlError` if the storage fails. */
export interface LedgerStore {
  /** Writes a batch atomically and once; a batch whose id was already written changes nothing. */
  write(batch: LedgerBatch): Promise<void>;
  /** Deletes records past their retention, by the storage's clock. */
  expire(): Promise<void>;
  /** Rows are ordered by the requested groups. */
  usage(query: UsageQuery): Promise<readonly UsageRow[]>;
  latency(query: LatencyQuery): Promise<readonly LatencyRow[]>;
}
