import type { LedgerStore } from '../../src/teams/usage/ledger-store.ts';

/**
 * Wraps a ledger store so that each expiry also runs `sweeps`, unless `mayExpire` resolves to false. The ledger expires
 * once an hour, during a request whose work the host keeps alive. No timer is needed, which matters because workerd has
 * none between requests.
 */
export function expiringWith(
  store: LedgerStore,
  mayExpire: () => Promise<boolean>,
  ...sweeps: readonly ((() => Promise<void>) | undefined)[]
): LedgerStore {
  const given = sweeps.filter((sweep) => sweep !== undefined);
  return {
    ...store,
    async expire() {
      if (!(await mayExpire())) return;
      const all = [() => store.expire(), ...given];
      // A failing sweep does not stop the others; the first failure is reported.
      const done = await Promise.allSettled(all.map((one) => one()));
      const failed = done.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
