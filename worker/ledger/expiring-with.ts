import type { LedgerStore } from '../../src/ledger/ledger-store.ts';

/**
 * A ledger's store that, whenever it forgets what is old, has `sweep` do the same. The ledger sees to that once an hour,
 * inside the work of a request that its host keeps alive: no timer is needed, which workerd has not between requests.
 */
export function expiringWith(store: LedgerStore, sweep: (() => Promise<void>) | undefined): LedgerStore {
  if (sweep === undefined) return store;
  return {
    ...store,
    async expire(now) {
      try {
        await store.expire(now);
      } finally {
        await sweep();
      }
    },
  };
}
