import * as z from 'zod';
import { type RequestFailure, requestFailure } from '../../../src/prune-api/request-failure.ts';
import { toValidationDetails } from '../../../src/prune-api/validation-detail.ts';
import { USAGE_GROUPS, type UsageGroup } from '../../../src/teams/usage/ledger-query.ts';
import { PERIOD_MS, PERIODS, type Period, startOf } from '../../../src/teams/usage/period.ts';

const DAYS_BEFORE = 7;

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'Input should be an ISO 8601 time with an offset or Z, or a date',
});
const ONE = USAGE_GROUPS.join('|');

const schema = z.object({
  from: time.optional().describe('ISO 8601; rounded down to an hour or day. Default: seven days before `to`'),
  to: time.optional().describe('ISO 8601, exclusive; rounded up to an hour or day. Default: now'),
  period: z
    .enum(PERIODS)
    .default('day')
    .describe('Length of a row’s time, in UTC. Hours are stored for 90 days, days for two years'),
  group_by: z
    .string()
    .regex(
      new RegExp(`^(${ONE})(,(${ONE}))*$`),
      `Input should be comma-separated names out of ${USAGE_GROUPS.join(', ')}`,
    )
    .default('time')
    .describe(`Comma-separated names out of ${USAGE_GROUPS.join(', ')}`),
  team: z.string().optional().describe('Id or name of a team, or `all` (default for the administrator)'),
  format: z.enum(['json', 'csv']).optional().describe('Format of the answer. Default: as in `Accept`, otherwise JSON'),
});

/** Schema of the query of `GET /v1/usage`. */
export const usageQuery: z.ZodObject = schema;

/** A valid query, rounded to its periods. Times are milliseconds since 1970. */
export interface UsageAsked {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly period: Period;
  readonly groupBy: readonly UsageGroup[];
  /** Team as given: an id, a name or `all`. */
  readonly team: string | undefined;
  readonly format: 'json' | 'csv' | undefined;
}

/** Builds a failure of one parameter, in FastAPI's form. */
export function queryFailure(name: string, msg: string, input: string): RequestFailure {
  return requestFailure('invalid_request', [{ type: 'value_error', loc: ['query', name], msg, input }]);
}

/** Validates the query of `GET /v1/usage`; `now` in milliseconds since 1970. */
export function readUsageQuery(
  query: Readonly<Record<string, string>>,
  now: number,
): { readonly ok: true; readonly value: UsageAsked } | RequestFailure {
  const parsed = schema.safeParse(query, { reportInput: true });
  if (!parsed.success) {
    const details = toValidationDetails(parsed.error).map((one) => ({ ...one, loc: ['query', ...one.loc.slice(1)] }));
    return requestFailure('invalid_request', details);
  }
  const { period, group_by, team, format } = parsed.data;
  const end = parsed.data.to === undefined ? now : Date.parse(parsed.data.to);
  const to = startOf(period, end + PERIOD_MS[period] - 1);
  const start = parsed.data.from === undefined ? to - DAYS_BEFORE * PERIOD_MS.day : Date.parse(parsed.data.from);
  const from = startOf(period, start);
  if (from >= to) return queryFailure('from', 'Input should be before "to"', parsed.data.from ?? '');
  const groupBy = [...new Set(group_by.split(',') as UsageGroup[])];
  return { ok: true, value: { from, to, period, groupBy, team, format } };
}
