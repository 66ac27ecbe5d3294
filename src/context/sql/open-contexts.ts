import { migrate } from '../../storage/migrate.ts';
import type { Migration } from '../../storage/migration.ts';
import { contextSchema } from '../../storage/migrations/context-schema.ts';
import type { SqlDatabase } from '../../storage/sql-database.ts';
import { createSqlContexts, type SqlContextOptions, type SqlContexts } from './sql-context-store.ts';

/** Migrations for a database that has only segments. */
export const CONTEXT_MIGRATIONS: readonly Migration[] = [contextSchema];

/** Opens the segments in a database, after creating or migrating their tables. Rejects with a `SqlError`. */
export async function openContexts(database: SqlDatabase, options?: SqlContextOptions): Promise<SqlContexts> {
  await migrate(database, CONTEXT_MIGRATIONS);
  return createSqlContexts(database, options);
}
