import { NOW } from '../../storage/database-clock.ts';
import { type SqlStatement, sql } from '../../storage/sql-database.ts';
import type { Period } from './period.ts';
import { type SumsTable, teamsIn } from './sql-ledger-teams.ts';

const DAY_MS = 86_400_000;

/** Retention of sums by hour, and of sums by day. */
const HOURS_MS = 90 * DAY_MS;
const DAYS_MS = 730 * DAY_MS;
/** A batch is retried within minutes or never. */
const BATCHES_MS = DAY_MS;
/** Max rows that a statement deletes. It takes some milliseconds, for which other statements wait. */
export const EXPIRED_AT_ONCE = 1_000;

const KEYS: Readonly<Record<SumsTable, string>> = {
  usage: 'period, team_id, start, key_id, tool, kind, engine, cache, outcome',
  latency: 'period, team_id, start, key_id, engine, bucket',
};

const expireSums = (table: SumsTable, period: Period, retentionMs: number): SqlStatement =>
  sql(
    `DELETE FROM ${table} WHERE (${KEYS[table]}) IN (SELECT ${KEYS[table]} FROM ${table}
       WHERE period = ? AND team_id IN ${teamsIn(table)} AND start < ${NOW} - ? LIMIT ${EXPIRED_AT_ONCE})`,
    ...[period, period, period, retentionMs],
  );

/** Returns the statements that delete data past its retention. Repeat each while it deletes `EXPIRED_AT_ONCE` rows. */
export function toExpiryStatements(): SqlStatement[] {
  return [
    sql(
      `DELETE FROM ledger_batches WHERE id IN (SELECT id FROM ledger_batches WHERE at < ${NOW} - ? LIMIT ${EXPIRED_AT_ONCE})`,
      BATCHES_MS,
    ),
    expireSums('usage', 'hour', HOURS_MS),
    expireSums('latency', 'hour', HOURS_MS),
    expireSums('usage', 'day', DAYS_MS),
    expireSums('latency', 'day', DAYS_MS),
  ];
}
