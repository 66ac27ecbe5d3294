import type { LedgerStore } from '../../src/ledger/ledger-store.ts';

/**
 * A ledger's store that, whenever it forgets what is old, has each of `sweeps` do the same. The ledger sees to that once
 * an hour, inside the work of a request that its host keeps alive: no timer is needed, which workerd has not between
 * requests.
 */
export function expiringWith(
  store: LedgerStore,
  ...sweeps: readonly ((() => Promise<void>) | undefined)[]
): LedgerStore {
  const given = sweeps.filter((sweep) => sweep !== undefined);
  if (given.length === 0) return store;
  return {
    ...store,
    async expire(now) {
      const all = [() => store.expire(now), ...given];
      // None keeps another from its own; the first that fails is told.
      const done = await Promise.allSettled(all.map((one) => one()));
      const failed = done.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
