import type { Migration } from './migration.ts';
import { MIGRATIONS } from './migrations.ts';
import { type SqlDatabase, sql } from './sql-database.ts';
import { SqlError } from './sql-error.ts';

/** Same table as wrangler's, so that either tool may migrate the database. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Waits until no other process migrates. The lock ends with the transaction; its number is ours, and arbitrary. */
const IN_TURN = 'SELECT pg_advisory_xact_lock(7020626)';

/** Applies pending migrations and resolves to their names. Rejects with a `SqlError`. */
export async function migrate(
  database: SqlDatabase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  const inTurn = database.dialect === 'postgres' ? [sql(IN_TURN)] : [];
  await database.batch([...inTurn, sql(APPLIED)]);
  const applied = await namesOf(database);
  const taken: string[] = [];
  const pending = migrations.filter((one) => !applied.has(one.name));
  if (pending[0] !== undefined && pending[0] === migrations[0]) refuseFormer(pending[0], applied);
  for (const { name, statements, postgres = statements } of pending) {
    try {
      await database.batch([
        ...inTurn,
        ...(database.dialect === 'postgres' ? postgres : statements).map((statement) => sql(statement)),
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

/** Throws a `SqlError` if the database has steps, but not the first: that one replaces steps that were never released. */
function refuseFormer({ name }: Migration, applied: ReadonlySet<unknown>): void {
  const last = [...applied].at(-1);
  if (last === undefined) return;
  throw new SqlError(
    'failed',
    `the database was written by a version before the first release (it has the step "${last}", but not "${name}"): move it away to start with an empty one`,
  );
}

/** The oldest version that may use the database beside and after a step, in the step's name. */
const FITS_FROM = /\.from-(\d+\.\d+\.\d+)\.sql$/;

/**
 * Returns the names of migrations applied by a newer version, in order, if the writes of `version` would not fit their
 * schema.
 */
export async function unknownSteps(
  database: SqlDatabase,
  version: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  const known = new Set(migrations.map(({ name }) => name));
  const first = migrations[0]?.name ?? '';
  const fits = (name: string): boolean => {
    const [, oldest] = FITS_FROM.exec(name) ?? [];
    return oldest !== undefined && oldest.localeCompare(version, 'en', { numeric: true }) <= 0;
  };
  return [...(await namesOf(database))].map(String).filter((name) => name > first && !known.has(name) && !fits(name));
}

async function namesOf(database: SqlDatabase): Promise<ReadonlySet<unknown>> {
  const { rows } = await database.query('SELECT name FROM d1_migrations ORDER BY name');
  return new Set(rows.map(({ name }) => name));
}
