import path from 'node:path';
import type { Migration } from '../../src/storage/migration.ts';
import { openSqliteFile } from '../platform/sqlite/open-sqlite-file.ts';
import { createSavingsStore, type SavingsStore } from './savings-store.ts';

const COUNTS = `calls INTEGER NOT NULL, asked INTEGER NOT NULL, raw INTEGER NOT NULL, shown INTEGER NOT NULL,
        fetched INTEGER NOT NULL, definitions INTEGER NOT NULL,
        carried INTEGER NOT NULL DEFAULT 0, written INTEGER NOT NULL DEFAULT 0`;

/**
 * Tables of the ledger. `last` of the trial is the timestamp of its last result. Named after the last step of the
 * builds before the first release, so that their ledgers are up to date.
 */
const ledgerSchema: Migration = {
  name: '0007_late',
  statements: [
    `CREATE TABLE savings (
        day TEXT NOT NULL, project TEXT NOT NULL, tool TEXT NOT NULL, shadow INTEGER NOT NULL,
        ${COUNTS},
        PRIMARY KEY (day, project, tool, shadow)
      ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE runs (
        run TEXT NOT NULL PRIMARY KEY,
        day TEXT NOT NULL,
        ${COUNTS}
      ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE sessions (
        session TEXT NOT NULL, shadow INTEGER NOT NULL, day TEXT NOT NULL,
        request INTEGER NOT NULL, resets INTEGER NOT NULL,
        spared INTEGER NOT NULL, fresh INTEGER NOT NULL, definitions INTEGER NOT NULL,
        PRIMARY KEY (session, shadow)
      ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE trial (
        id INTEGER NOT NULL PRIMARY KEY,
        started INTEGER NOT NULL, results INTEGER NOT NULL, shortened INTEGER NOT NULL,
        raw INTEGER NOT NULL, shown INTEGER NOT NULL, carried INTEGER NOT NULL, again INTEGER NOT NULL,
        last INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
    'CREATE TABLE results (result TEXT NOT NULL PRIMARY KEY, day TEXT NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE late (day TEXT NOT NULL PRIMARY KEY, results INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  ],
};

/** Counts results that passed unchanged by reason and session. Before, only those whose hook was late were counted. */
const wholeResults: Migration = {
  name: '0008_whole',
  statements: [
    `CREATE TABLE whole (
        day TEXT NOT NULL, reason TEXT NOT NULL, session TEXT NOT NULL, results INTEGER NOT NULL,
        PRIMARY KEY (day, reason, session)
      ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX whole_by_session ON whole (session)',
    "INSERT INTO whole (day, reason, session, results) SELECT day, 'late', '', results FROM late",
    'DROP TABLE late',
  ],
};

export const LEDGER_MIGRATIONS: readonly Migration[] = [ledgerSchema, wholeResults];

/** Name of the ledger's file in MCP_PRUNER_HOME. */
export const LEDGER_FILE = 'ledger.sqlite';

/** Opens the ledger in MCP_PRUNER_HOME. Rejects if there is no SQLite or the file cannot be used. */
export async function openSavings(home: string, onSetAside: (to: string, cause: Error) => void): Promise<SavingsStore> {
  const file = path.join(home, LEDGER_FILE);
  return createSavingsStore(await openSqliteFile({ file, migrations: LEDGER_MIGRATIONS, onSetAside }));
}
