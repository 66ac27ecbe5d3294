import { expect, test } from 'vitest';
import { createLedger } from '../../../src/teams/usage/ledger.ts';
import type { LedgerStore } from '../../../src/teams/usage/ledger-store.ts';
import { expiringWith } from '../../../worker/ledger/expiring-with.ts';
import { HOUR, usageRecord } from '../../contract/usage-records.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

function expiring(expire: () => Promise<void>, sweep: () => Promise<void>) {
  let now = NOON;
  const store = { write: async () => {}, expire } as unknown as LedgerStore;
  const ledger = createLedger({ store: expiringWith(store, async () => true, sweep), now: () => now });
  const write = async (at: number): Promise<void> => {
    now = at;
    ledger.record(usageRecord({ at }));
    await ledger.flush();
  };
  return { write, ledger };
}

test('what has expired is swept once an hour, while anything is written down', async () => {
  let sweeps = 0;
  const { write } = expiring(
    async () => {},
    async () => void sweeps++,
  );
  const counts: number[] = [];
  for (const at of [NOON, NOON + HOUR / 2, NOON + HOUR, NOON + 1.9 * HOUR, NOON + 2 * HOUR]) {
    await write(at);
    counts.push(sweeps);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3]);
});

test('neither expiry keeps the other from being made, and a failure is counted', async () => {
  let sweeps = 0;
  const fail = (): Promise<void> => Promise.reject(new Error('no storage'));
  const first = expiring(fail, async () => void sweeps++);
  await first.write(NOON);
  const second = expiring(async () => void sweeps++, fail);
  await second.write(NOON);
  expect([sweeps, first.ledger.counters().failures, second.ledger.counters().failures]).toEqual([2, 1, 1]);
  expect(second.ledger.counters().written).toBe(1);
});
