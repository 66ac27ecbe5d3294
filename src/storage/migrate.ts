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
  const { rows } = await database.query('SELECT name FROM d1_migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const due = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, statements } of due) {
    await database.batch([
      ...statements.map((statement) => sql(statement)),
      sql('INSERT INTO d1_migrations (name) VALUES (?)', name),
    ]);
  }
  return due.map(({ name }) => name);
}
