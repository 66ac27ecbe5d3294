import postgres from 'postgres';
import packageJson from '../../package.json' with { type: 'json' };
import { migrate, unknownSteps } from '../../src/storage/migrate.ts';
import { MIGRATIONS } from '../../src/storage/migrations.ts';
import { createPostgresDatabase, type PostgresHandle } from '../../src/storage/postgres/postgres-driver.ts';
import { postgresError } from '../../src/storage/postgres/postgres-error.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { sqlErrorIn } from '../../src/storage/sql-error.ts';
import { type Reach, type ServerState, withBreaker } from '../../src/storage/with-breaker.ts';
import { counterTables } from '../../src/teams/counters/postgres-counters.ts';

export { tsvectorWords } from '../../src/context/sql/words/tsvector-words.ts';

export interface PostgresOptions {
  /** `postgres://NAME:PASSWORD@HOST:PORT/DATABASE?sslmode=…`. */
  readonly url: string;
  /** Max connections. Default 10. */
  readonly connections?: number | undefined;
  /** Called whenever the server becomes slow, unreachable or reachable. */
  readonly onReach?: ((reach: Reach) => void) | undefined;
}

const CONNECTIONS = 10;
/** Seconds that a connection attempt may take, and after which an idle connection is closed. */
const CONNECT_S = 5;
const IDLE_S = 300;
/**
 * Seconds until a lost connection is made again, randomized so that not all workers reconnect at once. The library's
 * own wait grows to 20 s, far too long for a server that is back after a second.
 */
const reconnectAfter = (): number => 0.1 + Math.random() / 5;
/** Milliseconds that a statement may take, and wait for a lock. */
const STATEMENT_MS = 15_000;
const LOCK_MS = 5_000;

/** Integers up to 2^53, and sums of them, are read as numbers. Bytes are copied into an array of their own. */
const TYPES = {
  integer: { to: 20, from: [20], parse: Number, serialize: String },
  sum: { to: 1700, from: [1700], parse: Number, serialize: String },
  bytes: {
    ...{ to: 17, from: [17] },
    parse: (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex')),
    serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
  },
};

/** Creates the PostgreSQL client without sending a query. */
export function connectPostgres({
  url,
  connections = CONNECTIONS,
  onReach = () => {},
}: PostgresOptions): SqlDatabase & Pick<ServerState, 'waiting'> {
  const open = (max: number): PostgresHandle =>
    postgres(url, {
      max,
      connect_timeout: CONNECT_S,
      idle_timeout: IDLE_S,
      backoff: reconnectAfter,
      types: TYPES,
      // No statement uses arrays. If a connection is closed while it asks for their types, the process ends.
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: 'mcp-pruner', statement_timeout: STATEMENT_MS, lock_timeout: LOCK_MS },
    }) as unknown as PostgresHandle;
  let pool = open(connections);
  let prober = open(1);
  let probed: PostgresHandle | undefined;
  let reached: Reach = 'up';
  const handle: PostgresHandle = {
    unsafe: (...of) => pool.unsafe(...of),
    begin: (...of) => pool.begin(...of),
    end: (how) => Promise.all([pool, prober].map((one) => one.end(how))),
  };
  const database = withBreaker(createPostgresDatabase(handle), {
    async probe() {
      // Behind a probe without an answer, none would be answered.
      if (probed === prober) prober = replaced(prober, open(1));
      const mine = prober;
      probed = mine;
      try {
        await mine.unsafe('SELECT 1', [], { prepare: false });
      } catch (error) {
        // A server that refuses, e.g. further connections, is there.
        const failed = postgresError(error);
        if (failed.code === 'away') throw failed.cause;
      } finally {
        if (probed === mine) probed = undefined;
      }
    },
    onChange(reach) {
      // Connections without an answer would stay in use.
      if (reach === 'down' || reached === 'down') pool = replaced(pool, open(connections));
      reached = reach;
      onReach(reach);
    },
  });
  return { ...database, waiting: () => Math.max(0, database.inFlight() - connections) };
}

/** Closes a client, which fails its statements, and returns another one. */
function replaced(old: PostgresHandle, by: PostgresHandle): PostgresHandle {
  old.end({ timeout: 0 }).catch(() => {});
  return by;
}

/**
 * Connects to PostgreSQL 15 or newer and migrates the database. Rejects if it cannot be reached or used; the message
 * never contains the password.
 */
export async function openPostgres(options: PostgresOptions): Promise<SqlDatabase> {
  const database = connectPostgres(options);
  try {
    await preparePostgres(database, options.url);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Checks and migrates a database. Rejects as `openPostgres` does. */
export async function preparePostgres(database: SqlDatabase, url: string): Promise<void> {
  try {
    await refuseOther(database);
    await migrate(database, STEPS);
    const [newer] = await unknownSteps(database, packageJson.version, STEPS);
    if (newer !== undefined)
      throw new Error(
        `it was written by a newer version of mcp-pruner (it has the step "${newer}"): start that version`,
      );
  } catch (error) {
    throw new Error(`cannot use the database ${withoutPassword(url)}: ${whyOf(error)}`, { cause: error });
  }
}

const STEPS = [...MIGRATIONS, counterTables];
const OLDEST = 15;

async function refuseOther(database: SqlDatabase): Promise<void> {
  const { rows } = await database.query(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  );
  const version = Math.floor(Number(rows[0]?.['version']) / 10_000);
  const encoding = String(rows[0]?.['encoding']);
  if (version < OLDEST) throw new Error(`it is PostgreSQL ${version}: expected ${OLDEST} or newer`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}: expected UTF8`);
}

function whyOf(error: unknown): string {
  const failed = sqlErrorIn(error);
  if (failed === undefined) return error instanceof Error ? error.message : String(error);
  const { cause } = failed;
  const said = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return `${postgresError(failed).message}${said}`;
}

/** The URL without its password, for messages. */
function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return 'of PRUNER_DATABASE_URL';
  parsed.password = '';
  parsed.search = '';
  return parsed.href;
}
