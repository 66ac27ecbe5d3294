import { createSqlContexts } from '../../src/context/sql/sql-context-store.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import type { AuditTrail } from '../../src/teams/keys/audit.ts';
import { createLedger, type Ledger, type LedgerOptions } from '../../src/teams/usage/ledger.ts';
import { createNotices, type OperatorNotice } from '../../src/teams/usage/notices.ts';
import { createSqlLedger } from '../../src/teams/usage/sql-ledger.ts';
import { expiringWith } from './expiring-with.ts';
import type { StorageWatch } from './storage-watch.ts';

export interface OpenLedgerOptions extends Pick<LedgerOptions, 'flushMs' | 'now'> {
  readonly watch: StorageWatch;
  readonly trail: AuditTrail;
  /** Undefined if nothing is stored. */
  readonly artifacts: { sweep(): Promise<void> } | undefined;
  /** Receives what operators should know before it happens. */
  readonly tell: (notice: OperatorNotice) => Promise<void>;
}

/**
 * Opens the ledger of a migrated database. Each hour, everything in the database expires that is past its retention,
 * unless its clock is in doubt, and operators are told what they should know.
 */
export function openLedger(database: SqlDatabase, options: OpenLedgerOptions): Ledger {
  const { watch, trail, artifacts, tell, now = Date.now, flushMs } = options;
  const notices = createNotices({ database, clock: now, tell });
  const sweeps = [artifacts?.sweep, createSqlContexts(database).sweep, trail.expire, notices];
  const store = expiringWith(createSqlLedger(database), watch.mayExpire, ...sweeps);
  return createLedger({ now, flushMs, store, onFailure: watch.onFailure });
}
