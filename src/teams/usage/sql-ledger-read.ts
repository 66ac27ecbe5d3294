import { type SqlStatement, type SqlValue, sql } from '../../storage/sql-database.ts';
import type { LatencyGroup, LatencyQuery, LedgerRange, UsageGroup, UsageQuery } from './ledger-query.ts';
import { type SumsTable, teamsIn } from './sql-ledger-teams.ts';

/** The owner of a row's key; the key itself if the directory does not know it. */
const OWNER = 'coalesce((SELECT coalesce(owner, id) FROM keys WHERE keys.id = key_id), key_id)';

const COLUMNS: Readonly<Record<UsageGroup, string>> = {
  time: 'start',
  team: 'team_id',
  key: 'key_id',
  owner: 'owner_id',
  tool: 'tool',
  kind: 'kind',
  engine: 'engine',
  cache: 'cache',
  outcome: 'outcome',
};

/** Condition of every read: the range, and only the scope's rows. */
function within(
  table: SumsTable,
  { scope, from, to, period }: LedgerRange,
): { readonly where: string; readonly params: SqlValue[] } {
  const range = 'period = ? AND start >= ? AND start < ?';
  const params: SqlValue[] = [period, from, to];
  switch (scope.kind) {
    case 'all':
      return { where: `${range} AND team_id IN ${teamsIn(table)}`, params: [...params, period, period] };
    case 'team':
      return { where: `${range} AND team_id = ?`, params: [...params, scope.team] };
    case 'owner': {
      const owned = 'SELECT id FROM keys WHERE team_id = ? AND coalesce(owner, id) = ?';
      const { team, owner } = scope;
      return {
        where: `${range} AND team_id = ? AND key_id IN (SELECT ? UNION ${owned})`,
        params: [...params, team, owner, team, owner],
      };
    }
  }
}

/** True if a question needs the sums of each key. Those of teams are thousands of times fewer. */
const isByKey = ({ scope }: Pick<LedgerRange, 'scope'>, groupBy: readonly UsageGroup[]): boolean =>
  scope.kind === 'owner' || groupBy.includes('key') || groupBy.includes('owner');

const when = (condition: string): string => `sum(CASE WHEN ${condition} THEN requests ELSE 0 END)`;

const SUMS = `sum(requests) AS requests, ${when("outcome <> 'ok'")} AS failures, ${when("cache = 'hit'")} AS cache_hits,
  ${when("cache = 'miss'")} AS cache_misses, ${when("cache = 'joined'")} AS cache_joined, sum(bytes_in) AS bytes_in,
  sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(duration_ms) AS duration_ms`;

const names = (groups: readonly UsageGroup[]): string[] => [
  ...(groups.includes('team') ? ['(SELECT name FROM teams WHERE teams.id = team_id) AS team_name'] : []),
  ...(groups.includes('key') ? ['(SELECT name FROM keys WHERE keys.id = key_id) AS key_name'] : []),
  ...(groups.includes('owner') ? ['(SELECT name FROM keys WHERE keys.id = owner_id) AS owner_name'] : []),
];

/** Sums up `usage`, one row per group. */
export function toUsageStatement({ groupBy, limit, isBySaved = false, ...range }: UsageQuery): SqlStatement {
  const table = isByKey(range, groupBy) ? 'usage' : 'team_usage';
  const { where, params } = within(table, range);
  const groups = [...new Set(groupBy)];
  const columns = groups.map((group) => COLUMNS[group]);
  const order = isBySaved ? 'sum(tokens_in) - sum(tokens_out) DESC, sum(requests) DESC' : columns.join(', ');
  const grouped = columns.length === 0 ? 'HAVING sum(requests) > 0' : `GROUP BY ${columns} ORDER BY ${order}`;
  const selected = [...columns, ...names(groups), SUMS, ...(isBySaved ? ['count(*) OVER () AS groups'] : [])];
  // Only a column of a table may be grouped by.
  const from = groups.includes('owner')
    ? `(SELECT *, ${OWNER} AS owner_id FROM ${table} WHERE ${where}) AS owned`
    : `${table} WHERE ${where}`;
  const text = `SELECT ${selected.join(', ')} FROM ${from} ${grouped}`;
  return limit === undefined ? sql(text, ...params) : sql(`${text} LIMIT ?`, ...params, limit);
}

/** Sums up `latency`, one row per bucket of each group, grouped together. */
export function toLatencyStatement({ groupBy, ...range }: LatencyQuery): SqlStatement {
  const table = isByKey(range, groupBy) ? 'latency' : 'team_latency';
  const { where, params } = within(table, range);
  const columns = [...new Set<LatencyGroup>(groupBy)].map((group) => COLUMNS[group]);
  const order = [...columns, 'bucket'].join(', ');
  return sql(
    `SELECT ${order}, sum(requests) AS requests FROM ${table} WHERE ${where} GROUP BY ${order} ORDER BY ${order}`,
    ...params,
  );
}
