import type { SqliteHandle } from '../../src/storage/sqlite-driver.ts';

/** The part of `node:sqlite` that we use. */
export interface Sqlite {
  readonly DatabaseSync: new (file: string, options?: { readonly readOnly: boolean }) => SqliteHandle;
}

/** Undefined if the runtime has no `node:sqlite` (Node before 22.13). */
export async function loadWorkerSqlite(): Promise<Sqlite | undefined> {
  const { emitWarning } = process;
  // Loading it prints an experimental warning, but stderr is for events.
  process.emitWarning = () => {};
  try {
    return await import('node:sqlite');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
