import * as z from 'zod';
import { USAGE_GROUPS, type UsageGroup, type UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import { PERIODS, type Period } from '../../../src/teams/usage/period.ts';
import type { UsageAsked } from './usage-query.ts';

/** A row of usage on the wire: its group fields, then the sums. */
export interface UsageRowAnswer {
  readonly time?: string | undefined;
  readonly team?: string | undefined;
  readonly team_name?: string | null | undefined;
  readonly key?: string | undefined;
  readonly key_name?: string | null | undefined;
  readonly tool?: string | undefined;
  readonly kind?: string | null | undefined;
  readonly engine?: string | null | undefined;
  readonly cache?: string | null | undefined;
  readonly outcome?: string | undefined;
  readonly requests: number;
  readonly failures: number;
  readonly cache_hits: number;
  readonly cache_misses: number;
  readonly cache_joined: number;
  readonly bytes_in: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly tokens_saved: number;
  readonly duration_ms: number;
}

export interface UsageAnswer {
  readonly from: string;
  readonly to: string;
  readonly period: Period;
  readonly group_by: readonly UsageGroup[];
  readonly team: string;
  readonly rows: readonly UsageRowAnswer[];
}

const name: z.ZodType<string | null | undefined> = z.string().nullish();
const count: z.ZodType<number> = z.int();

const usageRowAnswer: z.ZodType<UsageRowAnswer> = z.object({
  time: z.string().optional().describe('ISO 8601 start of the hour or day'),
  team: z.string().optional(),
  team_name: name,
  key: z.string().optional().describe('Id of the key'),
  key_name: name,
  tool: z.string().optional(),
  kind: name,
  engine: name,
  cache: name.describe('hit, miss, joined, or null if the cache was not used'),
  outcome: z.string().optional().describe('ok, or the reason why requests failed'),
  requests: count,
  failures: count,
  cache_hits: count,
  cache_misses: count,
  cache_joined: count,
  bytes_in: count,
  tokens_in: count,
  tokens_out: count,
  tokens_saved: count.describe('tokens_in minus tokens_out. Negative if answers were longer than the texts'),
  duration_ms: z.number().describe('Sum over the requests'),
});

/** The answer of `GET /v1/usage`. */
export const usageAnswer: z.ZodType<UsageAnswer> = z.object({
  from: z.string().describe('ISO 8601, as rounded'),
  to: z.string().describe('ISO 8601, as rounded, exclusive'),
  period: z.enum(PERIODS),
  group_by: z.array(z.enum(USAGE_GROUPS)),
  team: z.string().describe('Id of the team, or `all`'),
  rows: z.array(usageRowAnswer).describe('Rows in the order of group_by. Groups without requests have no row'),
});

const toTime = (at: number): string => new Date(at).toISOString();

function toUsageRowAnswer(row: UsageRow): UsageRowAnswer {
  return {
    ...(row.start !== undefined && { time: toTime(row.start) }),
    ...(row.team !== undefined && { team: row.team, team_name: row.teamName ?? null }),
    ...(row.key !== undefined && { key: row.key, key_name: row.keyName ?? null }),
    ...(row.tool !== undefined && { tool: row.tool }),
    ...(row.kind !== undefined && { kind: row.kind }),
    ...(row.engine !== undefined && { engine: row.engine }),
    ...(row.cache !== undefined && { cache: row.cache }),
    ...(row.outcome !== undefined && { outcome: row.outcome }),
    requests: row.requests,
    failures: row.failures,
    cache_hits: row.cacheHits,
    cache_misses: row.cacheMisses,
    cache_joined: row.cacheJoined,
    bytes_in: row.bytesIn,
    tokens_in: row.tokensIn,
    tokens_out: row.tokensOut,
    tokens_saved: row.tokensSaved,
    duration_ms: row.durationMs,
  };
}

export function toUsageAnswer(asked: UsageAsked, team: string, rows: readonly UsageRow[]): UsageAnswer {
  return {
    from: toTime(asked.from),
    to: toTime(asked.to),
    period: asked.period,
    group_by: asked.groupBy,
    team,
    rows: rows.map(toUsageRowAnswer),
  };
}
