import path from 'node:path';
import { openSqliteFile } from '../platform/sqlite/open-sqlite-file.ts';
import { LEDGER_MIGRATIONS } from './ledger-migrations.ts';
import { createSavingsStore, type SavingsStore } from './savings-store.ts';

/** Name of the ledger's file in MCP_PRUNER_HOME. */
export const LEDGER_FILE = 'ledger.sqlite';

/** Opens the ledger in MCP_PRUNER_HOME. Rejects if there is no SQLite or the file cannot be used. */
export async function openSavings(home: string, onSetAside: (to: string, cause: Error) => void): Promise<SavingsStore> {
  const file = path.join(home, LEDGER_FILE);
  return createSavingsStore(await openSqliteFile({ file, migrations: LEDGER_MIGRATIONS, onSetAside }));
}
