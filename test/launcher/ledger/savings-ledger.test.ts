import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSavings } from '../../../launcher/ledger/open-savings.ts';
import type { Savings } from '../../../launcher/ledger/savings.ts';
import { createSavingsLedger, type LedgerThread } from '../../../launcher/ledger/savings-ledger.ts';
import { systemTimers, type Timers } from '../../../launcher/process/timers.ts';
import { tempDir } from '../../support/temp-dir.ts';

type Told = readonly [level: string, event: string, data?: object];

const NOW = new Date(2026, 10, 21, 12).getTime();
const CALL = { kind: 'call', tool: 'read', asked: true, shortened: true, shadow: false } as const;

function ledgerIn(home: string, options: { startThread?: () => LedgerThread; timers?: Timers } = {}) {
  const told: Told[] = [];
  const log = (...event: Told): void => void told.push(event);
  const ledger = createSavingsLedger({ home, project: home, log, timers: systemTimers, now: () => NOW, ...options });
  return { ledger, told };
}

async function savedIn(home: string): Promise<readonly Savings[]> {
  const store = await openSavings(home, () => {});
  try {
    return await store.since('2000-01-01');
  } finally {
    store.close();
  }
}

test('records are counted with the real tokenizer and are there after the close, those of two launchers added up', async () => {
  const home = tempDir();
  const [one, two] = [ledgerIn(home), ledgerIn(home)];
  for (const { ledger } of [one, two]) {
    ledger.record({
      ...CALL,
      raw: 'const value = compute(input);\n'.repeat(10),
      shown: 'const value = compute(input);\n',
    });
    ledger.record({ kind: 'fetch', tool: 'artifact', shown: 'hello world' });
  }
  await Promise.all([one.ledger.close(20_000), two.ledger.close(20_000)]);
  expect([...one.told, ...two.told]).toEqual([]);
  const rows = { day: '2026-11-21', project: home, shadow: false, definitions: 0 };
  expect(await savedIn(home)).toEqual([
    { ...rows, tool: 'artifact', calls: 2, asked: 0, raw: 0, shown: 0, fetched: 4 },
    { ...rows, tool: 'read', calls: 2, asked: 2, raw: 120, shown: 12, fetched: 0 },
  ]);
});

test('a damaged file is set aside and a fresh one begun', async () => {
  const home = tempDir();
  const file = path.join(home, 'ledger.sqlite');
  writeFileSync(file, 'no database at all, though long enough to be looked at'.repeat(100));
  const { ledger, told } = ledgerIn(home);
  ledger.record({ ...CALL, raw: 'a', shown: 'a' });
  await ledger.close(20_000);
  expect(told).toEqual([['error', 'ledger.set_aside', { file: `${file}.damaged-1` }]]);
  expect(await savedIn(home)).toHaveLength(1);
});

test('a home that cannot be used is told once, and no call fails for it', async () => {
  const file = path.join(tempDir(), 'file');
  writeFileSync(file, '');
  const { ledger, told } = ledgerIn(path.join(file, 'home'));
  ledger.record({ ...CALL, raw: 'a', shown: 'a' });
  await ledger.close(20_000);
  ledger.record({ ...CALL, raw: 'a', shown: 'a' });
  expect(told).toEqual([['warn', 'ledger.failed', { message: expect.stringMatching(/ENOTDIR|EEXIST/) }]]);
});

/** A thread that is never done. */
function stuckThread() {
  const received: { records: readonly object[] }[] = [];
  const thread = {
    postMessage: (message: { records: readonly object[] }) => void received.push(message),
    on: () => undefined,
    unref: () => {},
    terminate: async () => 0,
  } as unknown as LedgerThread;
  return { received, startThread: () => thread };
}

test('records made side by side go over together, and a thread that hangs holds up neither calls nor the end', async () => {
  const { received, startThread } = stuckThread();
  const due: (() => void)[] = [];
  const timers: Timers = {
    now: () => 0,
    after: (_, run) => {
      due.push(run);
      return () => {};
    },
  };
  const { ledger, told } = ledgerIn('/nowhere', { startThread, timers });
  ledger.record({ ...CALL, raw: 'a', shown: 'a' });
  ledger.record({ ...CALL, raw: 'b', shown: 'b' });
  expect(received).toEqual([]);
  due.shift()?.();
  expect(received.map(({ records }) => records.length)).toEqual([2]);
  const long = 'x'.repeat(40 * 1024 * 1024);
  ledger.record({ ...CALL, raw: long, shown: '' });
  ledger.record({ ...CALL, raw: long, shown: '' });
  expect(told).toEqual([['warn', 'ledger.skipped', { tool: 'read' }]]);
  const closed = ledger.close(800);
  for (const run of due.splice(0)) run();
  await closed;
});

test('a run is summed up by itself as well', async () => {
  const home = tempDir();
  const store = await openSavings(home, () => {});
  const row = { day: '2026-11-21', project: '/p', tool: 'read', shadow: false, calls: 1, asked: 1, raw: 9, shown: 2 };
  const rows = [
    { ...row, fetched: 0, definitions: 0 },
    { ...row, shadow: true, fetched: 0, definitions: 0 },
    { ...row, tool: '', raw: 0, shown: 0, asked: 0, fetched: 0, definitions: 3 },
  ];
  await store.add(rows, 'one');
  await store.add(rows, 'one');
  await store.add(rows, 'two');
  expect(await store.ofRun('one')).toEqual({ calls: 2, asked: 2, raw: 18, shown: 4, fetched: 0, definitions: 6 });
  expect(await store.ofRun('none')).toBeUndefined();
  store.close();
});
