import path from 'node:path';
import { CONTEXT_MIGRATIONS } from '../../../src/context/sql/open-contexts.ts';
import { createSqlContexts } from '../../../src/context/sql/sql-context-store.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { openSqliteFile } from '../../platform/sqlite/open-sqlite-file.ts';

/** File name of stored context in MCP_PRUNER_HOME. */
export const CONTEXT_FILE = 'context.sqlite';
/** Owner of the context. A machine has only one. */
const SCOPE = 'local';

export interface OpenContextOptions {
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly onSetAside: (to: string, cause: Error) => void;
}

/** Opens the context store in MCP_PRUNER_HOME. Rejects if there is no SQLite or the file cannot be used. */
export async function openContext({ home, onSetAside }: OpenContextOptions) {
  const file = path.join(home, CONTEXT_FILE);
  const database: SqlDatabase = await openSqliteFile({ file, migrations: CONTEXT_MIGRATIONS, onSetAside });
  const contexts = createSqlContexts(database);
  return { store: contexts.of(SCOPE), sweep: contexts.sweep, close: (): void => database.close() };
}
