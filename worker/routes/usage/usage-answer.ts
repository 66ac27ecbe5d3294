import * as z from 'zod';
import type { Value } from '../../../src/mcp/value.ts';
import { USAGE_GROUPS, type UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import { PERIODS } from '../../../src/teams/usage/period.ts';
import type { UsageAsked } from './usage-query.ts';

const name = z.string().nullish();
const count: z.ZodType<number> = z.int();

/** A row of usage on the wire: its group fields, then the sums. */
const usageRowAnswer = z.object({
  time: z.string().optional().describe('ISO 8601 start of the hour or day'),
  team: z.string().optional(),
  team_name: name,
  key: z.string().optional().describe('Id of the key'),
  key_name: name,
  owner: name.describe('Keys of one owner are of one person or machine'),
  owner_name: name,
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
export type UsageRowAnswer = Value<typeof usageRowAnswer>;

/** The answer of `GET /v1/usage`. */
export const usageAnswer = z.object({
  from: z.string().describe('ISO 8601, as rounded'),
  to: z.string().describe('ISO 8601, as rounded, exclusive'),
  period: z.enum(PERIODS),
  group_by: z.array(z.enum(USAGE_GROUPS)),
  team: z.string().describe('Id of the team, or `all`'),
  rows: z.array(usageRowAnswer).describe('Rows in the order of group_by. Groups without requests have no row'),
});
export type UsageAnswer = Value<typeof usageAnswer>;

const toTime = (at: number): string => new Date(at).toISOString();

function toUsageRowAnswer(row: UsageRow): UsageRowAnswer {
  return {
    ...(row.start !== undefined && { time: toTime(row.start) }),
    ...(row.team !== undefined && { team: row.team, team_name: row.teamName ?? null }),
    ...(row.key !== undefined && { key: row.key, key_name: row.keyName ?? null }),
    ...(row.owner !== undefined && { owner: row.owner, owner_name: row.ownerName ?? null }),
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
