import { NOW } from '../../storage/database-clock.ts';
import { type SqlDatabase, sql } from '../../storage/sql-database.ts';

/** Milliseconds after its last sign of life at which a worker no longer counts. */
const ALIVE_MS = 20_000;

/** What the database tells a worker. */
export interface LifeAnswer {
  /** Milliseconds since 1970 by the database's clock. */
  readonly now: number;
  /** Number of workers that gave a sign of life in the last 20 seconds, this one included. */
  readonly workers: number;
}

/**
 * Writes a worker's sign of life, which also tells whether the migrated database can be written. The ledger's expiry
 * removes it after a day. Rejects with a `SqlError`.
 */
export async function giveSignOfLife(database: SqlDatabase, worker: string): Promise<LifeAnswer> {
  const [, told] = await database.batch([
    sql(
      `INSERT INTO ledger_batches (id, at) VALUES (?, ${NOW}) ON CONFLICT (id) DO UPDATE SET at = ${NOW}`,
      `worker ${worker}`,
    ),
    sql(
      `SELECT ${NOW} AS now, count(*) AS workers FROM ledger_batches
       WHERE id > 'worker ' AND id < 'worker!' AND at > ${NOW} - ?`,
      ALIVE_MS,
    ),
  ]);
  return { now: Number(told?.rows[0]?.['now']), workers: Number(told?.rows[0]?.['workers']) };
}
