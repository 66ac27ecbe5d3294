import { hasSqlite } from '../storage/load-sqlite.ts';
import type { SavingsLedger, SavingsLedgerOptions } from './savings-ledger.ts';

/** The ledger, loaded with its first record; undefined where this Node has no SQLite. */
export function createLedgerDoor(options: SavingsLedgerOptions): SavingsLedger | undefined {
  if (!hasSqlite()) return undefined;
  let loading: Promise<SavingsLedger> | undefined;
  return {
    record(record) {
      loading ??= import('./savings-ledger.ts').then(({ createSavingsLedger }) => createSavingsLedger(options));
      void loading.then((ledger) => ledger.record(record));
    },
    async close() {
      await (await loading)?.close();
    },
  };
}
