import { expect, test } from 'vitest';
import { createLedgerDoor } from '../../../launcher/ledger/ledger-door.ts';
import { systemTimers } from '../../../launcher/process/timers.ts';

test('a ledger that cannot be loaded is told once, and fails nothing', async () => {
  const told: unknown[] = [];
  const log = (...event: unknown[]): void => void told.push(event);
  const place = { home: '/h', project: '/p', log, timers: systemTimers, now: () => 0 };
  const ledger = createLedgerDoor(place, () => Promise.reject(new Error('gone')));
  ledger?.record({ kind: 'fetch', tool: 'artifact', shown: '' });
  ledger?.record({ kind: 'fetch', tool: 'artifact', shown: '' });
  await ledger?.close();
  expect(told).toEqual([['warn', 'ledger.failed', { message: 'Error: gone' }]]);
});
