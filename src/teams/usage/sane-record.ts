import type { UsageRecord } from './usage-record.ts';

/** Max UTF-16 units of a stored name. */
const LONGEST_NAME = 64;

const count = (number: number): number => (Number.isFinite(number) ? Math.max(0, Math.round(number)) : 0);
const name = (text: string): string => text.slice(0, LONGEST_NAME);

/**
 * Returns a record that every database accepts. A refused record would keep the others of its batch from being written.
 */
export function toSaneRecord(record: UsageRecord): UsageRecord {
  const { durationMs } = record;
  return {
    ...record,
    at: count(record.at),
    tool: name(record.tool),
    kind: record.kind === null ? null : name(record.kind),
    engine: record.engine === null ? null : name(record.engine),
    outcome: name(record.outcome),
    bytesIn: count(record.bytesIn),
    tokensIn: count(record.tokensIn),
    tokensOut: count(record.tokensOut),
    durationMs: Number.isFinite(durationMs) ? Math.max(0, durationMs) : 0,
  };
}
