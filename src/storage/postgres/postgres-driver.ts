import type { SqlDatabase, SqlResult, SqlRow, SqlStatement, SqlValue } from '../sql-database.ts';
import { isLost, postgresError } from './postgres-error.ts';
import { type PostgresText, toPostgres } from './to-postgres.ts';

/** The part of npm's `postgres` that we use. Integers come as numbers. */
export interface PostgresHandle extends PostgresConnection {
  begin<T>(options: string, work: (connection: PostgresConnection) => Promise<T>): Promise<unknown>;
  end(options: { readonly timeout: number }): Promise<void>;
}

export interface PostgresConnection {
  unsafe(text: string, values: never[], options: { readonly prepare: boolean }): PromiseLike<PostgresRows>;
}

interface PostgresRows extends ReadonlyArray<Readonly<Record<string, unknown>>> {
  readonly count: number;
  readonly command: string;
}

/** Max translated statements kept. */
const TRANSLATED = 500;
/** Max attempts of a transaction that loses to others each time. */
const TRIES = 5;
/** Milliseconds that a report may take; other statements have the connection's limit. */
const REPORT_MS = 60_000;
/** Seconds that `close` waits for what is in flight. */
const CLOSE_S = 5;
const READS = /^\s*(select|with)/i;
const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE']);

/**
 * Adapts PostgreSQL 15 or newer to `SqlDatabase`. A batch is one transaction; if it only reads, all its statements see
 * the same state. A statement or batch that lost to another transaction runs again, and so does a read whose connection
 * was cut.
 */
export function createPostgresDatabase(handle: PostgresHandle): SqlDatabase {
  const translated = new Map<string, PostgresText>();
  const translate = (sql: string): PostgresText => {
    const known = translated.get(sql);
    if (known !== undefined) return known;
    if (translated.size >= TRANSLATED) translated.clear();
    const made = toPostgres(sql);
    translated.set(sql, made);
    return made;
  };
  const run = async (connection: PostgresConnection, { sql, params }: SqlStatement): Promise<SqlResult> => {
    const { text, json } = translate(sql);
    const values = params.map((value, i) => (json.has(i) ? toValidJson(value) : toValid(value)));
    return toResult(await connection.unsafe(text, values as never[], { prepare: true }));
  };
  const transact = (options: string, statements: readonly SqlStatement[]): Promise<readonly SqlResult[]> =>
    // Sent at once, and run in order.
    handle.begin(options, (connection) => Promise.all(statements.map((one) => run(connection, one)))) as Promise<
      readonly SqlResult[]
    >;

  return {
    dialect: 'postgres',
    query: (sql, ...params) => withRetries(READS.test(sql), () => run(handle, { sql, params })),
    report: async (sql, ...params) => {
      const limit = { sql: `SET LOCAL statement_timeout = ${REPORT_MS}`, params: [] };
      const [, result] = await withRetries(true, () => transact('read only', [limit, { sql, params }]));
      return result as SqlResult;
    },
    batch: async (statements) => {
      if (statements.length === 0) return [];
      const reads = statements.every(({ sql }) => READS.test(sql));
      return withRetries(reads, () => transact(reads ? 'isolation level repeatable read read only' : '', statements));
    },
    close: () => {
      handle.end({ timeout: CLOSE_S }).catch(() => {});
    },
  };
}

async function withRetries<T>(reads: boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const told = postgresError(error);
      const isAgain = isLost(error) ? tries < TRIES : reads && told.code === 'away' && tries === 1;
      if (!isAgain) throw told;
    }
  }
}

function toResult(rows: PostgresRows): SqlResult {
  return { rows: [...rows] as SqlRow[], changes: CHANGES.has(rows.command) ? rows.count : 0 };
}

/** PostgreSQL stores no NUL in a text. */
function toValid(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

const ESCAPES = /\\(?:u(0000|d[89a-f][\da-f]{2})|[\s\S])/gi;

/** JSON in PostgreSQL has neither NUL nor half a surrogate pair, which JavaScript writes as an escape. */
function toValidJson(value: SqlValue): SqlValue {
  if (typeof value !== 'string' || !value.includes('\\u')) return value;
  return value.replace(ESCAPES, (found, invalid: string | undefined) => (invalid === undefined ? found : '\ufffd'));
}
