/**
 * `busy`: other writers hold the database, or a statement took too long. `constraint`: the row conflicts with existing
 * ones. `gone`: the file was removed or replaced, so further writes would be lost. `away`: the server cannot be
 * reached. `refused`: the server refuses the name, the password or the database. `crowded`: it takes no more connections.
 */
export type SqlErrorCode =
  | 'busy'
  | 'constraint'
  | 'full'
  | 'damaged'
  | 'io'
  | 'gone'
  | 'away'
  | 'read_only'
  | 'refused'
  | 'crowded'
  | 'failed';

/** Words for each code, for callers and logs. */
export const SQL_CAUSES: Readonly<Record<SqlErrorCode, string>> = {
  busy: 'the database is locked by another writer',
  constraint: 'the row violates a constraint of the database',
  full: 'disk full',
  damaged: 'the database is damaged',
  io: 'the disk reported an error',
  gone: 'the database file is gone',
  away: 'the database cannot be reached',
  read_only: 'the database is read-only',
  refused: 'the database rejects the user name, password or database name in its URL',
  crowded: 'the database has no connection left (PRUNER_DATABASE_CONNECTIONS, max_connections)',
  failed: 'the database failed',
};

/** A failed statement. The message contains neither statement nor values, which may be secret. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  readonly code: SqlErrorCode;

  constructor(code: SqlErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** SQLite's own messages and codes, which every driver passes on. */
const PATTERNS: readonly (readonly [SqlErrorCode, RegExp])[] = [
  ['busy', /\b(database( table)? is locked|SQLITE_BUSY|SQLITE_LOCKED)\b/i],
  ['constraint', /constraint failed|SQLITE_CONSTRAINT/i],
  ['full', /database or disk is full|SQLITE_FULL|exceeded maximum DB size/i],
  ['damaged', /malformed|not a database|SQLITE_CORRUPT|SQLITE_NOTADB/i],
  ['io', /disk I\/O error|SQLITE_IOERR/i],
];

/** Classifies an error by SQLite's message. */
export function toSqlError(error: unknown): SqlError {
  if (error instanceof SqlError) return error;
  const words = error instanceof Error ? error.message : String(error);
  const code = PATTERNS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'failed';
  return new SqlError(code, SQL_CAUSES[code], error);
}

/** Returns the failed statement that an error is about, or its cause. */
export function sqlErrorIn(error: unknown): SqlError | undefined {
  if (error instanceof SqlError) return error;
  return error instanceof Error ? sqlErrorIn(error.cause) : undefined;
}
