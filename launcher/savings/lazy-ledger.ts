import { hasSqlite } from '../platform/sqlite/load-sqlite.ts';
import type { SavingsLedger, SavingsLedgerOptions } from './savings-ledger.ts';

type Create = (options: SavingsLedgerOptions) => SavingsLedger;

const loadLedger = async (): Promise<Create> => (await import('./savings-ledger.ts')).createSavingsLedger;

/** Creates a ledger that loads with its first record, or with `load`. Returns undefined if this Node has no SQLite. */
export function createLazyLedger(
  options: SavingsLedgerOptions,
  load: () => Promise<Create> = loadLedger,
): (SavingsLedger & { load(): Promise<unknown> }) | undefined {
  if (!hasSqlite()) return undefined;
  let loading: Promise<SavingsLedger | undefined> | undefined;
  const open = async (): Promise<SavingsLedger | undefined> => {
    try {
      return (await load())(options);
    } catch (error) {
      // An update may have replaced this program's files, so that loading fails. That must not end the program.
      options.log('warn', 'ledger.failed', { message: String(error) });
      return undefined;
    }
  };
  const opened = (): Promise<SavingsLedger | undefined> => {
    loading ??= open();
    return loading;
  };
  return {
    load: opened,
    record(record) {
      void opened().then((ledger) => ledger?.record(record));
    },
    async close() {
      await (await loading)?.close();
    },
  };
}
