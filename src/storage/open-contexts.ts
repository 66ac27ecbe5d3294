import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';
import { context } from './migrations/0004-context.ts';
import { contextChanges } from './migrations/0005-context-changes.ts';
import { contextSizes } from './migrations/0006-context-sizes.ts';
import { createSqlContexts, type SqlContextOptions, type SqlContexts } from './sql-context-store.ts';
import type { SqlDatabase } from './sql-database.ts';

/** The steps of a database that has segments alone. */
export const CONTEXT_MIGRATIONS: readonly Migration[] = [context, contextChanges, contextSizes];

/** Opens the segments in a database, whose tables for them are made or brought up to date. Rejects with a `SqlError`. */
export async function openContexts(database: SqlDatabase, options?: SqlContextOptions): Promise<SqlContexts> {
  await migrate(database, CONTEXT_MIGRATIONS);
  return createSqlContexts(database, options);
}
