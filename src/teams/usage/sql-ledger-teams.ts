/** Tables with the ledger's sums, by key and by team. Their keys begin with period, team and start. */
export type SumsTable = 'usage' | 'latency' | 'team_usage' | 'team_latency';

/**
 * Subquery that lists the teams in a table, for `team_id IN …`; takes the period twice. It jumps from team to team
 * along the table's key. A condition on `start` then seeks within each team instead of scanning all rows: 90 days of
 * three teams' hours take 9 ms instead of 30, and D1 bills each row read.
 */
export function teamsIn(table: SumsTable): string {
  return `(WITH RECURSIVE team (id) AS (
  SELECT min(team_id) FROM ${table} WHERE period = ?
  UNION ALL
  SELECT (SELECT min(team_id) FROM ${table} WHERE period = ? AND team_id > team.id) FROM team WHERE team.id IS NOT NULL
) SELECT id FROM team WHERE id IS NOT NULL)`;
}
