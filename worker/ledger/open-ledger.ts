import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { createLedger, type Ledger, type LedgerOptions } from '../../src/teams/usage/ledger.ts';
import { createSqlLedger } from '../../src/teams/usage/sql-ledger.ts';
import { expiringWith } from './expiring-with.ts';
import type { StorageWatch } from './storage-watch.ts';

export interface OpenLedgerOptions extends Pick<LedgerOptions, 'flushMs' | 'now'> {
  readonly watch: StorageWatch;
  /** What else expires with the ledger's records. */
  readonly sweeps: readonly ((() => Promise<void>) | undefined)[];
}

/** Opens the ledger of a migrated database. Nothing expires while its clock is in doubt. */
export function openLedger(database: SqlDatabase, { watch, sweeps, ...options }: OpenLedgerOptions): Ledger {
  const store = expiringWith(createSqlLedger(database), watch.mayExpire, ...sweeps);
  return createLedger({ ...options, store, onFailure: watch.onFailure });
}
