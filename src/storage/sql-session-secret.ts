import { hashSecret, randomHex } from '../access/api-key.ts';
import type { SqlDatabase } from './sql-database.ts';

const NAME = 'session';
const BYTES = 32;

/**
 * What seals the dashboard's sessions: random, made once and kept in the database, so that every process and isolate has
 * the same, and nobody can guess the administrator's secret from a session. A new administrator's secret makes a new
 * one: no session outlives it. Rejects with a `SqlError`, and is asked again the next time.
 */
export function createSqlSessionSecret(database: SqlDatabase, adminKey: string | undefined): () => Promise<string> {
  // Not a promise that requests share: on workerd one ends with the request that made it, and all would wait for it.
  let known: string | undefined;
  return async () => {
    if (known !== undefined) return known;
    const insert = 'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING';
    await database.query(insert, NAME, randomHex(BYTES));
    const { rows } = await database.query('SELECT value FROM secrets WHERE name = ?', NAME);
    known = await hashSecret(`${String(rows[0]?.['value'])}\n${adminKey ?? ''}`);
    return known;
  };
}
