/** `busy`: another writer holds the database. `constraint`: the row conflicts with existing ones. */
export type SqlErrorCode = 'busy' | 'constraint' | 'full' | 'failed';

/** A failed statement. The message contains neither statement nor values, which may be secret. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  readonly code: SqlErrorCode;

  constructor(code: SqlErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export const LOCKED = 'the database is locked by another writer';

/** Classifies an error by SQLite's own message, which every driver passes on. */
export function toSqlError(error: unknown): SqlError {
  if (error instanceof SqlError) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (/\b(database( table)? is locked|SQLITE_BUSY|SQLITE_LOCKED)\b/i.test(words)) {
    return new SqlError('busy', LOCKED, error);
  }
  if (/constraint failed|SQLITE_CONSTRAINT/i.test(words)) {
    return new SqlError('constraint', 'the database refuses the row: it breaks a constraint', error);
  }
  if (/database or disk is full|SQLITE_FULL|exceeded maximum DB size/i.test(words)) {
    return new SqlError('full', 'the database or its disk is full', error);
  }
  return new SqlError('failed', 'the database failed', error);
}
