import type { Migration } from './migration.ts';
import { MIGRATIONS } from './migrations.ts';
import { type SqlDatabase, sql } from './sql-database.ts';

/** Same table as wrangler's, so that either tool may migrate the database. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies pending migrations and resolves to their names. Rejects with a `SqlError`. */
export async function migrate(
  database: SqlDatabase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  await database.query(APPLIED);
  const applied = await namesOf(database);
  const taken: string[] = [];
  for (const { name, statements } of migrations.filter((one) => !applied.has(one.name))) {
    try {
      await database.batch([
        ...statements.map((statement) => sql(statement)),
        sql('INSERT INTO d1_migrations (name) VALUES (?)', name),
      ]);
      taken.push(name);
    } catch (error) {
      // Another process that started at the same time may have been first.
      if (!(await namesOf(database)).has(name)) throw error;
    }
  }
  return taken;
}

/**
 * Returns the names of migrations applied by a newer version, in order. What this version writes would not fit their
 * schema.
 */
export async function unknownSteps(database: SqlDatabase): Promise<readonly string[]> {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  return [...(await namesOf(database))].map(String).filter((name) => !known.has(name));
}

async function namesOf(database: SqlDatabase): Promise<ReadonlySet<unknown>> {
  const { rows } = await database.query('SELECT name FROM d1_migrations');
  return new Set(rows.map(({ name }) => name));
}
