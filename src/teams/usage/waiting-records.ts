import type { LedgerBatch } from './ledger-store.ts';
import type { UsageRecord } from './usage-record.ts';

export interface WaitingLimits {
  /** Max pending records; beyond it the oldest are dropped. */
  readonly max: number;
  /** Max records per batch. */
  readonly batch: number;
  readonly newId: () => string;
}

/** Queue of records that are not written yet. One batch is in flight at a time. */
export interface WaitingRecords {
  push(record: UsageRecord): void;
  /**
   * Takes the oldest records as a batch, which stays in flight until it is settled. A batch that was put back comes
   * first, under its old id.
   */
  take(): LedgerBatch | undefined;
  /** The batch in flight was written. */
  settle(): void;
  /** The batch in flight could not be written. */
  putBack(): void;
  /** The batch in flight can never be written. */
  drop(): void;
  /** Records pending or in flight. */
  size(): number;
  dropped(): number;
  /** Input bytes of a team's records, pending or in flight. */
  bytes(team: string): number;
}

/** Creates an empty queue. */
export function createWaitingRecords({ max, batch: maxAtOnce, newId }: WaitingLimits): WaitingRecords {
  let fresh: UsageRecord[] = [];
  let again: LedgerBatch | undefined;
  let out: LedgerBatch | undefined;
  let dropped = 0;
  const bytes = new Map<string, number>();

  const lose = (records: readonly UsageRecord[]): void => {
    count(bytes, records, -1);
    dropped += records.length;
  };
  const size = (): number => fresh.length + (again?.records.length ?? 0) + (out?.records.length ?? 0);
  const trim = (): void => {
    const excess = size() - max;
    if (excess <= 0) return;
    if (again !== undefined) {
      lose(again.records.slice(0, excess));
      const records = again.records.slice(excess);
      again = records.length > 0 ? { id: again.id, records } : undefined;
    }
    // The batch in flight may be written already, so leave it alone.
    const rest = size() - max;
    if (rest > 0) lose(fresh.splice(0, rest));
  };

  return {
    push: (record) => {
      fresh.push(record);
      count(bytes, [record], 1);
      trim();
    },
    take: () => {
      out = again;
      again = undefined;
      if (out === undefined && fresh.length > 0) {
        out = { id: newId(), records: fresh.slice(0, maxAtOnce) };
        fresh = fresh.slice(maxAtOnce);
      }
      return out;
    },
    settle: () => {
      count(bytes, out?.records ?? [], -1);
      out = undefined;
    },
    putBack: () => {
      again = out;
      out = undefined;
      trim();
    },
    drop: () => {
      lose(out?.records ?? []);
      out = undefined;
    },
    size,
    dropped: () => dropped,
    bytes: (team) => bytes.get(team) ?? 0,
  };
}

/** Adds records to the sums of their teams, or takes them away. */
function count(bytes: Map<string, number>, records: readonly UsageRecord[], sign: 1 | -1): void {
  for (const { team, bytesIn } of records) {
    const sum = (bytes.get(team) ?? 0) + sign * bytesIn;
    if (sum > 0) bytes.set(team, sum);
    else bytes.delete(team);
  }
}
