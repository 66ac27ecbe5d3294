import { expect, test } from 'vitest';
import { systemTimers } from '../../../launcher/platform/timers.ts';
import { createLazyLedger } from '../../../launcher/savings/lazy-ledger.ts';

test('a ledger that cannot be loaded is told once, and fails nothing', async () => {
  const told: unknown[] = [];
  const log = (...event: unknown[]): void => void told.push(event);
  const place = { home: '/h', project: '/p', log, timers: systemTimers, now: () => 0 };
  const ledger = createLazyLedger(place, () => Promise.reject(new Error('gone')));
  ledger?.record({ kind: 'fetch', tool: 'artifact', shown: '' });
  ledger?.record({ kind: 'fetch', tool: 'artifact', shown: '' });
  await ledger?.close();
  expect(told).toEqual([['warn', 'ledger.failed', { message: 'Error: gone' }]]);
});
