import type { UsageRecord } from '../../src/teams/usage/usage-record.ts';

/** 2026-11-21T10:30:00Z, a Saturday. */
export const MORNING: number = Date.UTC(2026, 10, 21, 10, 30);
export const HOUR = 3_600_000;
export const DAY: number = 24 * HOUR;

/** A record with defaults for all fields that a test does not set. */
export function usageRecord(told: Partial<UsageRecord> = {}): UsageRecord {
  return {
    at: MORNING,
    team: 'team-a',
    key: 'key-1',
    tool: 'prune',
    kind: 'source',
    engine: 'embedded',
    cache: 'miss',
    outcome: 'ok',
    bytesIn: 1_000,
    tokensIn: 250,
    tokensOut: 100,
    durationMs: 10,
    ...told,
  };
}
