import type { Migration } from '../../src/storage/migration.ts';

export const LEDGER_MIGRATIONS: readonly Migration[] = [
  {
    name: '0001_savings',
    statements: [
      `CREATE TABLE savings (
        day TEXT NOT NULL,
        project TEXT NOT NULL,
        tool TEXT NOT NULL,
        shadow INTEGER NOT NULL,
        calls INTEGER NOT NULL,
        asked INTEGER NOT NULL,
        raw INTEGER NOT NULL,
        shown INTEGER NOT NULL,
        fetched INTEGER NOT NULL,
        definitions INTEGER NOT NULL,
        PRIMARY KEY (day, project, tool, shadow)
      ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    name: '0002_runs',
    statements: [
      `CREATE TABLE runs (
        run TEXT NOT NULL PRIMARY KEY,
        day TEXT NOT NULL,
        calls INTEGER NOT NULL,
        asked INTEGER NOT NULL,
        raw INTEGER NOT NULL,
        shown INTEGER NOT NULL,
        fetched INTEGER NOT NULL,
        definitions INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    name: '0003_later_requests',
    statements: [
      ...['savings', 'runs'].flatMap((table) =>
        ['carried', 'written'].map((name) => `ALTER TABLE ${table} ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`),
      ),
      `CREATE TABLE sessions (
        session TEXT NOT NULL,
        shadow INTEGER NOT NULL,
        day TEXT NOT NULL,
        request INTEGER NOT NULL,
        resets INTEGER NOT NULL,
        spared INTEGER NOT NULL,
        fresh INTEGER NOT NULL,
        definitions INTEGER NOT NULL,
        PRIMARY KEY (session, shadow)
      ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    name: '0004_trial',
    statements: [
      `CREATE TABLE trial (
        id INTEGER NOT NULL PRIMARY KEY,
        started INTEGER NOT NULL,
        results INTEGER NOT NULL,
        shortened INTEGER NOT NULL,
        raw INTEGER NOT NULL,
        shown INTEGER NOT NULL,
        carried INTEGER NOT NULL,
        again INTEGER NOT NULL
      ) STRICT`,
    ],
  },
  {
    name: '0005_last_of_trial',
    // Timestamp of the last result.
    statements: ['ALTER TABLE trial ADD COLUMN last INTEGER NOT NULL DEFAULT 0'],
  },
  {
    name: '0006_results',
    statements: ['CREATE TABLE results (result TEXT NOT NULL PRIMARY KEY, day TEXT NOT NULL) STRICT, WITHOUT ROWID'],
  },
];
