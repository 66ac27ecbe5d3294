import type { SqlDatabase } from '../../storage/sql-database.ts';
import { hashSecret, randomHex } from './api-key.ts';

const NAME = 'session';
const BYTES = 32;

/**
 * Returns the secret that seals the dashboard's sessions. It is random and kept in the database, so that all processes
 * and isolates share it. The administrator's secret cannot be guessed from a session. Changing the administrator's
 * secret creates a new one, which ends all sessions. Rejects with a `SqlError`; the next call retries.
 */
export function createSqlSessionSecret(database: SqlDatabase, adminKey: string | undefined): () => Promise<string> {
  // Caches the value, not a promise shared among requests: on workerd a promise ends with the request that created it,
  // and all other requests would wait forever.
  let known: string | undefined;
  return async () => {
    if (known !== undefined) return known;
    known = await hashSecret(`${await storedSessionSecret(database)}\n${adminKey ?? ''}`);
    return known;
  };
}

/**
 * Reads the random part, or creates it. If a host does this at startup, people can sign in even after the disk is full.
 * Rejects with a `SqlError`.
 */
export async function storedSessionSecret(database: SqlDatabase): Promise<string> {
  const found = await readSecret(database);
  if (found !== undefined) return found;
  const insert = 'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING';
  await database.query(insert, NAME, randomHex(BYTES));
  // Another process may have created it first.
  return String(await readSecret(database));
}

async function readSecret(database: SqlDatabase): Promise<string | undefined> {
  const { rows } = await database.query('SELECT value FROM secrets WHERE name = ?', NAME);
  return rows[0] === undefined ? undefined : String(rows[0]['value']);
}
