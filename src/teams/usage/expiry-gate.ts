import { NOW } from '../../storage/database-clock.ts';
import { type SqlDatabase, sql } from '../../storage/sql-database.ts';

const DAY_MS = 86_400_000;

/** A jump of the database's clock, in milliseconds since 1970. */
export interface ClockJump {
  readonly from: number;
  readonly to: number;
}

/** Rows of `ledger_batches` that say when data last expired, and when a jump of the clock was first seen. */
const [EXPIRED, JUMPED] = ['expired', 'jumped'];

/**
 * Decides whether data may expire. A database's clock that went ahead by more than a day since the last expiry is
 * believed only after it has run on for another day: it may be wrong, and what it deletes is gone. Rejects with a
 * `SqlError`.
 */
export async function mayExpire(database: SqlDatabase, onJump: (jump: ClockJump) => void): Promise<boolean> {
  const asked = `SELECT id, at, ${NOW} AS now FROM ledger_batches WHERE id IN (?, ?)`;
  const { rows } = await database.query(asked, EXPIRED, JUMPED);
  const at = (id: string): number => Number(rows.find((row) => row['id'] === id)?.['at'] ?? Number.NaN);
  const now = Number(rows[0]?.['now']);
  const [last, jumped] = [at(EXPIRED), at(JUMPED)];
  const put = (id: string) =>
    sql(`INSERT INTO ledger_batches (id, at) VALUES (?, ${NOW}) ON CONFLICT (id) DO UPDATE SET at = ${NOW}`, id);
  if (now - last > DAY_MS && !(now - jumped > DAY_MS)) {
    // A jump that was seen later than now was another one.
    if (!(jumped <= now)) {
      await database.batch([put(JUMPED)]);
      onJump({ from: last, to: now });
    }
    return false;
  }
  await database.batch([put(EXPIRED), sql('DELETE FROM ledger_batches WHERE id = ?', JUMPED)]);
  return true;
}
