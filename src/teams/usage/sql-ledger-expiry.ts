import { type SqlStatement, sql } from '../../storage/sql-database.ts';
import type { Period } from './period.ts';
import { type SumsTable, teamsIn } from './sql-ledger-teams.ts';

/** Retention of usage data, in milliseconds. */
export interface LedgerRetention {
  /** Sums by hour. Default 90 days. */
  readonly hoursMs: number;
  /** Sums by day. Default 2 years. */
  readonly daysMs: number;
}

const DAY_MS = 86_400_000;

export const DEFAULT_RETENTION: LedgerRetention = {
  hoursMs: 90 * DAY_MS,
  daysMs: 730 * DAY_MS,
};

/** A batch is retried within minutes or never. */
const BATCHES_MS = DAY_MS;

const expireSums = (table: SumsTable, period: Period, before: number): SqlStatement =>
  sql(
    `DELETE FROM ${table} WHERE period = ? AND team_id IN ${teamsIn(table)} AND start < ?`,
    ...[period, period, period, before],
  );

/** Returns the statements that delete data past its retention. */
export function toExpiryStatements(now: number, { hoursMs, daysMs }: LedgerRetention): SqlStatement[] {
  return [
    sql('DELETE FROM ledger_batches WHERE at < ?', now - BATCHES_MS),
    expireSums('usage', 'hour', now - hoursMs),
    expireSums('latency', 'hour', now - hoursMs),
    expireSums('usage', 'day', now - daysMs),
    expireSums('latency', 'day', now - daysMs),
  ];
}
