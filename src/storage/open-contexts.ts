import type { SqlDatabase } from '../sql/sql-database.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import { context } from './migrations/0004-context.ts';
import { contextChanges } from './migrations/0005-context-changes.ts';
import { contextSizes } from './migrations/0006-context-sizes.ts';
import { createSqlContexts, type SqlContextOptions, type SqlContexts } from './sql-context-store.ts';

/** Migrations for a database that has only segments. */
export const CONTEXT_MIGRATIONS: readonly Migration[] = [context, contextChanges, contextSizes];

/** Opens the segments in a database, after creating or migrating their tables. Rejects with a `SqlError`. */
export async function openContexts(database: SqlDatabase, options?: SqlContextOptions): Promise<SqlContexts> {
  await migrate(database, CONTEXT_MIGRATIONS);
  return createSqlContexts(database, options);
}
