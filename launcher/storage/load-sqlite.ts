import { isBuiltin } from 'node:module';
import type { SqliteHandle } from '../../src/storage/sqlite-driver.ts';

export interface Sqlite {
  readonly DatabaseSync: new (file: string, options?: { readonly readOnly?: boolean }) => SqliteHandle;
}

/** Whether this Node has SQLite in it: 22.13 and newer have. Loads nothing. */
export function hasSqlite(): boolean {
  return isBuiltin('node:sqlite');
}

/** SQLite without the warning that it is experimental: stderr is for events. Rejects where `hasSqlite` is false. */
export async function loadSqlite(): Promise<Sqlite> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await import('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
