import type { Migration } from './migration.ts';
import { contextSchema } from './migrations/context-schema.ts';

/**
 * Tables of teams, keys, usage, cached answers, artifacts, dashboard sessions and the audit trail. Times are
 * milliseconds since 1970 (UTC).
 *
 * - Ledger rows hold '' for a missing kind, engine or cache result, since NULLs are never equal in a primary key.
 * - `artifacts` is the whole of what was cut from answers, until it expires. Its indexes find expired artifacts of any
 *   scope, the size of a scope without reading its rows, and the artifact of a body.
 * - A body is split into 256 KiB parts, since D1 takes 2 MB per row. `artifact_uploads` lists the bodies being written,
 *   and with time 0 those of removed artifacts; a row that stays was left behind by a crash.
 * - `ended_sessions` lists dashboard sessions that were signed out, by hash, until their expiry.
 * - `audit` says who did what to teams, keys and sessions. `scopes` and `beyond` are of entries without `about`.
 */
const WORKER_TABLES: readonly string[] = [
  `CREATE TABLE teams (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  monthly_quota_bytes INTEGER,
  created_at INTEGER NOT NULL
)`,
  `CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL REFERENCES teams (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  max_body_bytes INTEGER,
  rate_per_minute INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
)`,
  'CREATE INDEX keys_by_team ON keys (team_id, created_at)',
  `CREATE TABLE quota_use (
  team_id TEXT NOT NULL,
  month TEXT NOT NULL,
  input_bytes INTEGER NOT NULL,
  PRIMARY KEY (team_id, month)
) WITHOUT ROWID`,
  `CREATE TABLE ledger_batches (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID`,
  `CREATE TABLE usage (
  period TEXT NOT NULL CHECK (period IN ('hour', 'day')),
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  kind TEXT NOT NULL,
  engine TEXT NOT NULL,
  cache TEXT NOT NULL,
  outcome TEXT NOT NULL,
  requests INTEGER NOT NULL,
  bytes_in INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  PRIMARY KEY (period, team_id, start, key_id, tool, kind, engine, cache, outcome)
) WITHOUT ROWID`,
  `CREATE TABLE latency (
  period TEXT NOT NULL CHECK (period IN ('hour', 'day')),
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  engine TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (period, team_id, start, key_id, engine, bucket)
) WITHOUT ROWID`,
  `CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID`,
  `CREATE TABLE answers (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID`,
  'CREATE INDEX answers_by_expiry ON answers (expires_at)',
  `CREATE TABLE artifacts (
  scope TEXT NOT NULL,
  domain TEXT NOT NULL,
  id TEXT NOT NULL,
  ref TEXT NOT NULL,
  body TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (scope, domain, id)
)`,
  'CREATE INDEX artifacts_by_age ON artifacts (scope, created_at DESC, ref)',
  'CREATE INDEX artifacts_by_expiry ON artifacts (expires_at)',
  'CREATE INDEX artifacts_by_size ON artifacts (scope, expires_at, bytes)',
  'CREATE UNIQUE INDEX artifacts_by_body ON artifacts (body)',
  `CREATE TABLE artifact_chunks (
  body TEXT NOT NULL,
  n INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (body, n)
)`,
  `CREATE TABLE artifact_uploads (
  body TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID`,
  'CREATE INDEX artifact_uploads_by_age ON artifact_uploads (at)',
  `CREATE TABLE ended_sessions (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID`,
  `CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  by_team TEXT NOT NULL,
  by_key TEXT NOT NULL,
  team TEXT,
  key TEXT NOT NULL,
  scopes TEXT NOT NULL,
  beyond TEXT NOT NULL
)`,
  'CREATE INDEX audit_by_team ON audit (team, at)',
];

/**
 * Keys of their own for members of a team, teams that are archived, more of each act in the audit trail, and what was
 * told to operators. Entries of the audit trail never change.
 */
const OWN_KEYS: readonly string[] = [
  'ALTER TABLE teams ADD COLUMN archived_at INTEGER',
  'ALTER TABLE teams ADD COLUMN member_scopes TEXT',
  'ALTER TABLE teams ADD COLUMN member_key_days INTEGER',
  'ALTER TABLE teams ADD COLUMN member_keys INTEGER',
  'ALTER TABLE keys ADD COLUMN owner TEXT',
  'ALTER TABLE keys ADD COLUMN renewed_by TEXT',
  'CREATE INDEX keys_by_expiry ON keys (expires_at)',
  'ALTER TABLE audit ADD COLUMN address TEXT',
  'ALTER TABLE audit ADD COLUMN request_id TEXT',
  'ALTER TABLE audit ADD COLUMN about TEXT',
  'CREATE INDEX audit_by_time ON audit (at)',
  `CREATE TABLE notices (
  name TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) WITHOUT ROWID`,
];

/** A table of sums by key, of which there is one by team. Both begin with period, team and start. */
interface Sums {
  readonly table: string;
  readonly names: readonly string[];
  readonly sums: readonly string[];
}

const SUMS: readonly Sums[] = [
  {
    table: 'usage',
    names: ['tool', 'kind', 'engine', 'cache', 'outcome'],
    sums: ['requests', 'bytes_in', 'tokens_in', 'tokens_out', 'duration_ms'],
  },
  { table: 'latency', names: ['engine', 'bucket'], sums: ['requests'] },
];

/**
 * People who sign in by an identity provider: keys without a secret, but with a role. Removed people stay removed after
 * their team is deleted. The database itself keeps the sums of a team, so it does for versions without them too.
 */
const PEOPLE: readonly string[] = [
  'ALTER TABLE keys ADD COLUMN role TEXT',
  'CREATE INDEX keys_by_owner ON keys (owner)',
  'CREATE TABLE removed_people (id TEXT PRIMARY KEY) WITHOUT ROWID',
  ...SUMS.flatMap(({ table, names, sums }) => [
    `CREATE TABLE team_${table} (
  period TEXT NOT NULL,
  team_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  ${names.map((name) => `${name} ${name === 'bucket' ? 'INTEGER' : 'TEXT'} NOT NULL`).join(',\n  ')},
  ${sums.map((name) => `${name} ${name === 'duration_ms' ? 'REAL' : 'INTEGER'} NOT NULL`).join(',\n  ')},
  PRIMARY KEY (period, team_id, start, ${names.join(', ')})
) WITHOUT ROWID`,
  ]),
];

/** Sums up what is there. On PostgreSQL, making the triggers has locked out all writers until the end. */
const SUM_UP: readonly string[] = SUMS.map(
  ({ table, names, sums }) =>
    `INSERT INTO team_${table} SELECT period, team_id, start, ${names.join(', ')}, ${sums.map((name) => `sum(${name})`).join(', ')}
  FROM ${table} GROUP BY period, team_id, start, ${names.join(', ')}`,
);

/** Adds what a row of one key gained to the row of its team. */
function addToTeam({ table, names, sums }: Sums, gained: (name: string) => string): string {
  const all = ['period', 'team_id', 'start', ...names];
  return `INSERT INTO team_${table} (${[...all, ...sums].join(', ')})
  VALUES (${[...all.map((name) => `new.${name}`), ...sums.map(gained)].join(', ')})
  ON CONFLICT (${all.join(', ')}) DO UPDATE SET ${sums.map((name) => `${name} = team_${table}.${name} + excluded.${name}`).join(', ')}`;
}

const TRIGGERS = SUMS.flatMap((sums) => [
  { on: sums.table, event: 'INSERT', body: addToTeam(sums, (name) => `new.${name}`) },
  { on: sums.table, event: 'UPDATE', body: addToTeam(sums, (name) => `new.${name} - old.${name}`) },
]);
const AUDIT_IS_KEPT = 'entries of the audit trail never change';

const { name, statements, postgres } = contextSchema;

/** All migrations of a worker, oldest first. A released one never changes. `pnpm migrations` writes them as files. */
export const MIGRATIONS: readonly Migration[] = [
  { name, statements: [...statements, ...WORKER_TABLES], postgres: [...postgres, ...WORKER_TABLES] },
  {
    name: '0011_own_keys.from-0.1.0.sql',
    statements: [
      ...OWN_KEYS,
      `CREATE TRIGGER audit_is_kept BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, '${AUDIT_IS_KEPT}'); END`,
    ],
    postgres: [
      ...OWN_KEYS,
      `CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION '${AUDIT_IS_KEPT}'; END $$`,
      'CREATE TRIGGER audit_is_kept BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_kept()',
    ],
  },
  {
    name: '0012_people.from-0.1.0.sql',
    statements: [
      ...PEOPLE,
      ...TRIGGERS.map(
        ({ on, event, body }) =>
          `CREATE TRIGGER ${on}_${event.toLowerCase()} AFTER ${event} ON ${on} BEGIN ${body}; END`,
      ),
      ...SUM_UP,
    ],
    postgres: [
      ...PEOPLE,
      ...TRIGGERS.flatMap(({ on, event, body }) => {
        const name = `${on}_${event.toLowerCase()}`;
        return [
          `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN ${body}; RETURN NULL; END $$`,
          `CREATE TRIGGER ${name} AFTER ${event} ON ${on} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
        ];
      }),
      ...SUM_UP,
    ],
  },
];
