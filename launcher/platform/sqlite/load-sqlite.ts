import type { SqliteHandle } from '../../../src/storage/sqlite-driver.ts';

interface Sqlite {
  readonly DatabaseSync: new (file: string, options?: { readonly readOnly?: boolean }) => SqliteHandle;
}

/** First Node version whose SQLite needs no flag. */
const SINCE = { major: 22, minor: 13 };

/** Flag that disables SQLite in newer versions. */
const OFF = '--no-experimental-sqlite';

/** True if this runtime has SQLite built in. It loads no modules, because every start calls it. */
export function hasSqlite(
  { node, sqlite }: Partial<NodeJS.ProcessVersions> = process.versions,
  flags: readonly string[] = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)],
): boolean {
  if (flags.includes(OFF)) return false;
  const [major = 0, minor = 0] = (node ?? '').split('.').map(Number);
  return sqlite !== undefined && (major > SINCE.major || (major === SINCE.major && minor >= SINCE.minor));
}

/**
 * Loads SQLite without Node's warning that it is experimental, since stderr is for events. Rejects if `hasSqlite` is
 * false.
 */
export async function loadSqlite(): Promise<Sqlite> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await import('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
