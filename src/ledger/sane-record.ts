import type { UsageRecord } from './usage-record.ts';

/** Longest name that is stored, in characters (UTF-16). */
const LONGEST_NAME = 64;

const count = (number: number): number => (Number.isFinite(number) ? Math.max(0, Math.round(number)) : 0);
const name = (text: string): string => text.slice(0, LONGEST_NAME);

/** A record that every database takes: one that it refused would keep those beside it from being written. */
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
