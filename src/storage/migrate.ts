import type { Migration } from './migration.ts';
import { MIGRATIONS } from './migrations.ts';
import { type SqlDatabase, sql } from './sql-database.ts';

/** The table in which wrangler writes down what it has applied: a database may be brought up to date by either. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Brings a database up to date and resolves to the names of the steps taken. Rejects with a `SqlError`. */
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
      // Another process that began at the same time may have been first.
      if (!(await namesOf(database)).has(name)) throw error;
    }
  }
  return taken;
}

/** Names of steps that a newer version has taken, in its order: what this version writes would not fit their schema. */
export async function unknownSteps(database: SqlDatabase): Promise<readonly string[]> {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  return [...(await namesOf(database))].map(String).filter((name) => !known.has(name));
}

async function namesOf(database: SqlDatabase): Promise<ReadonlySet<unknown>> {
  const { rows } = await database.query('SELECT name FROM d1_migrations');
  return new Set(rows.map(({ name }) => name));
}
