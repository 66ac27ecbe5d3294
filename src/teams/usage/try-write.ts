import type { SqlDatabase } from '../../storage/sql-database.ts';

/**
 * Writes a meaningless row, to learn whether the migrated database can be written. The ledger's expiry removes it.
 * Rejects with a `SqlError`.
 */
export async function tryWrite(database: SqlDatabase): Promise<void> {
  await database.query("INSERT INTO ledger_batches (id, at) VALUES ('ready', 0) ON CONFLICT (id) DO UPDATE SET at = 0");
}
