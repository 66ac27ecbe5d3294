import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemTimers } from '../../../launcher/platform/timers.ts';
import { openSavings } from '../../../launcher/savings/open-savings.ts';
import { NOTHING, type Savings } from '../../../launcher/savings/savings.ts';
import { createSavingsLedger, startLedgerWriter } from '../../../launcher/savings/savings-ledger.ts';
import { startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

type Told = readonly [level: string, event: string, data?: object];

const NOW = new Date(2026, 10, 21, 12).getTime();
const CALL = { kind: 'call', tool: 'read', asked: true, shortened: true, shadow: false } as const;

function ledgerIn(home: string) {
  const told: Told[] = [];
  const log = (...event: Told): void => void told.push(event);
  const ended: Promise<unknown>[] = [];
  const startWriter: typeof startLedgerWriter = (heard) => {
    const writer = startLedgerWriter(heard);
    ended.push(writer.ended);
    return writer;
  };
  const place = { home, project: home, log, timers: systemTimers, now: () => NOW, startWriter };
  const ledger = createSavingsLedger(place);
  const close = async (): Promise<void> => {
    await ledger.close();
    await Promise.all(ended);
  };
  return { record: ledger.record, close, told };
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
  for (const { record } of [one, two]) {
    record({ ...CALL, raw: 'const value = compute(input);\n'.repeat(10), shown: 'const value = compute(input);\n' });
    record({ kind: 'fetch', tool: 'artifact', shown: 'hello world' });
  }
  await Promise.all([one.close(), two.close()]);
  expect([...one.told, ...two.told]).toEqual([]);
  expect(readdirSync(home).filter((name) => !name.startsWith('ledger.sqlite'))).toEqual([]);
  const rows = { day: '2026-11-21', project: home, shadow: false, definitions: 0, carried: 0, written: 0 };
  expect(await savedIn(home)).toEqual([
    { ...rows, tool: 'artifact', calls: 2, asked: 0, raw: 0, shown: 0, fetched: 4 },
    { ...rows, tool: 'read', calls: 2, asked: 2, raw: 120, shown: 12, fetched: 0 },
  ]);
});

test('what later requests of a session did not send again is told, also by a server that goes on with it', async () => {
  const home = tempDir();
  const session = { id: 's', resets: 0 };
  const read = { ...CALL, tool: 'Read', builtin: true, raw: 'hello world', shown: 'hello' };
  for (const request of [1, 4]) {
    const { record, close, told } = ledgerIn(home);
    record({ kind: 'definitions', own: ['hello world'], others: [] });
    record({ ...read, session: { ...session, request } });
    await close();
    expect(told).toEqual([]);
  }
  const rows = (await savedIn(home)).map(({ tool, carried, definitions }) => ({ tool, carried, definitions }));
  // Of the first result, 1 token is saved again in requests 3 and 4. The definitions, which both servers list, cost 2
  // in each of requests 2 to 4.
  expect(rows).toEqual([
    { tool: '', carried: 2 - 3 * 2, definitions: 4 },
    { tool: 'Read', carried: 0, definitions: 0 },
  ]);
});

test('results that stayed whole are counted by reason and session, each once', async () => {
  const home = tempDir();
  for (let server = 0; server < 2; server++) {
    const { record, close } = ledgerIn(home);
    record({ kind: 'whole', reason: 'late' });
    record({ kind: 'whole', reason: 'short', session: 's' });
    record({ kind: 'whole', reason: 'short', session: 's', result: 'same' });
    await close();
  }
  const store = await openSavings(home, () => {});
  try {
    expect(await store.wholeSince('2026-11-21')).toEqual({ late: 2, short: 3 });
    expect(await store.wholeSince('2026-11-22')).toEqual({});
    expect(await store.wholeIn('s')).toEqual({ short: 3 });
  } finally {
    store.close();
  }
});

test('a server that only listed its definitions does not look as if results were being counted', async () => {
  const home = tempDir();
  const folder = path.join(home, 'counting');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'of-another-process'), '');
  const before = statSync(folder, { bigint: true }).mtimeNs;
  const { record, close } = ledgerIn(home);
  record({ kind: 'definitions', own: ['hello world'], others: [] });
  await close();
  expect(await savedIn(home)).toHaveLength(1);
  expect(statSync(folder, { bigint: true }).mtimeNs).toBe(before);
});

test('a damaged file is set aside and a fresh one begun', async () => {
  const home = tempDir();
  const file = path.join(home, 'ledger.sqlite');
  writeFileSync(file, 'no database at all, though long enough to be looked at'.repeat(100));
  const { record, close, told } = ledgerIn(home);
  record({ ...CALL, raw: 'a', shown: 'a' });
  await close();
  expect(told).toEqual([['error', 'ledger.set_aside', { file: `${file}.damaged-1` }]]);
  expect(await savedIn(home)).toHaveLength(1);
});

test('a home that cannot be used is told once, and no call fails for it', async () => {
  const file = path.join(tempDir(), 'file');
  writeFileSync(file, '');
  const { record, close, told } = ledgerIn(path.join(file, 'home'));
  record({ ...CALL, raw: 'a', shown: 'a' });
  await close();
  record({ ...CALL, raw: 'a', shown: 'a' });
  expect(told).toEqual([['warn', 'ledger.failed', { message: expect.stringMatching(/ENOTDIR|EEXIST/) }]]);
});

/** Creates a ledger with a writer that accepts nothing, and a clock that the test advances. */
function stuckLedger(held = 0, ended: Promise<void> = new Promise(() => {})) {
  const written: (readonly object[])[] = [];
  const due: (() => void)[] = [];
  const waits: number[] = [];
  let ends = 0;
  let starts = 0;
  const told: Told[] = [];
  const ledger = createSavingsLedger({
    ...{ home: '/nowhere', project: '/nowhere', now: () => NOW },
    log: (...event: Told) => void told.push(event),
    timers: {
      now: () => 0,
      after: (ms, run) => {
        waits.push(ms);
        due.push(run);
        return () => void due.splice(due.indexOf(run), 1);
      },
    },
    startWriter: () => {
      starts += 1;
      return {
        write: ({ records }) => void written.push(records),
        waiting: () => held,
        end: async () => {
          ends += 1;
        },
        ended,
      };
    },
  });
  return { ledger, written, due, waits, told, ends: () => ends, starts: () => starts };
}

test('records made side by side go over together; after a rest the writer is let go, and started again', () => {
  const { ledger, written, due, ends } = stuckLedger();
  ledger.record({ ...CALL, raw: 'a', shown: 'a' });
  ledger.record({ ...CALL, raw: 'b', shown: 'b' });
  expect(written).toEqual([]);
  due.shift()?.();
  expect(written.map(({ length }) => length)).toEqual([2]);
  due.shift()?.();
  expect(ends()).toBe(1);
  ledger.record({ ...CALL, raw: 'c', shown: 'c' });
  due.shift()?.();
  expect(written.map(({ length }) => length)).toEqual([2, 1]);
});

const DEFINED = { kind: 'definitions', own: ['Ask.'], others: [] } as const;
const BUILTIN = { ...CALL, tool: 'Read', raw: 'a b', shown: 'a', builtin: true } as const;

test.each([
  ['no call', undefined],
  ['nothing but results of a host’s own tools that were measured', { ...BUILTIN, shadow: true }],
  ['a result of a host’s own tool that was shortened', BUILTIN],
  ['a call', { ...CALL, raw: 'a', shown: 'a' }],
])('a session with %s is charged for the definitions that it carries', (_, record) => {
  const { ledger, written, due, waits } = stuckLedger();
  ledger.record(DEFINED);
  if (record !== undefined) ledger.record(record);
  ledger.record(DEFINED);
  // Definitions without a call wait until the session has started.
  expect(waits.at(-1)).toBe(record === undefined ? 10_000 : 50);
  due.shift()?.();
  const definitions = written.flat().filter((one) => (one as { kind?: string }).kind === 'definitions');
  expect(definitions).toHaveLength(2);
});

test('what is too much, and what a writer that hangs does not take, is left out and told', () => {
  const much = stuckLedger();
  const texts = { raw: 'x'.repeat(1024 * 1024), shown: 'y'.repeat(1024 * 1024) };
  for (let call = 0; call < 260; call++) much.ledger.record({ ...CALL, ...texts });
  much.due.shift()?.();
  // Only 128 KB of each text are sent to the writer.
  expect(much.written.map(({ length }) => length)).toEqual([256]);
  expect(much.told).toEqual(Array.from({ length: 4 }, () => ['warn', 'ledger.skipped', { records: 1 }]));
  const stuck = stuckLedger(80 * 1024 * 1024);
  stuck.ledger.record({ ...CALL, raw: 'a', shown: 'a' });
  stuck.due.shift()?.();
  expect([stuck.written, stuck.told]).toEqual([[], [['warn', 'ledger.skipped', { records: 1 }]]]);
});

test('a writer that is killed is followed by another; one that always ends is given up', async () => {
  const { ledger, due, told, starts } = stuckLedger(0, Promise.resolve());
  for (let at = 0; at < 5; at++) {
    ledger.record({ ...CALL, raw: 'a', shown: 'a' });
    due.shift()?.();
    due.length = 0;
    await Promise.resolve();
  }
  expect(starts()).toBe(3);
  expect(told).toEqual([['warn', 'ledger.failed', { message: 'its process has ended unasked 3 times' }]]);
});

test('a writer that cannot even be started fails nothing', () => {
  const told: Told[] = [];
  const due: (() => void)[] = [];
  const ledger = createSavingsLedger({
    ...{ home: '/nowhere', project: '/nowhere', now: () => NOW },
    log: (...event: Told) => void told.push(event),
    timers: {
      now: () => 0,
      after: (_, run) => {
        due.push(run);
        return () => {};
      },
    },
    startWriter: () => {
      throw new Error('EMFILE');
    },
  });
  ledger.record({ ...CALL, raw: 'a', shown: 'a' });
  due.shift()?.();
  ledger.record({ ...CALL, raw: 'b', shown: 'b' });
  expect([told, due]).toEqual([[['warn', 'ledger.failed', { message: 'EMFILE' }]], []]);
});

test('the end of a writer that is gone already is told at once', async () => {
  const writer = startLedgerWriter(() => {});
  writer.write({ place: { home: '/dev/null', project: '/', now: NOW }, records: [] });
  await writer.ended;
  await writer.end();
});

test.runIf(process.platform !== 'win32')('what was handed over is written although the server is killed', async () => {
  const home = tempDir();
  const server = startLauncher(home, { MCP_PRUNER_HOME: home, MCP_PRUNER_LEDGER: 'on' });
  await server.request('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  await server.request('tools/call', { name: 'bash', arguments: { command: 'echo $PPID' } });
  // The writer's process has started, and has opened the database or soon will.
  await until(async () => existsSync(path.join(home, 'ledger.sqlite')) || undefined);
  server.child.kill('SIGKILL');
  await server.exited;
  const saved = await until(async () => (await savedIn(home)).at(0));
  expect(saved).toMatchObject({ tool: 'bash', calls: 1 });
});

test('a run is summed up by itself as well', async () => {
  const home = tempDir();
  const store = await openSavings(home, () => {});
  const sums = { ...NOTHING, calls: 1, asked: 1, raw: 9, shown: 2, carried: 4, written: 1 };
  const row = { ...sums, day: '2026-11-21', project: '/p', tool: 'read', shadow: false };
  const rows = [row, { ...row, shadow: true }, { ...row, ...NOTHING, calls: 1, tool: '', definitions: 3 }];
  await store.add({ savings: rows, run: 'one' });
  await store.add({ savings: rows, run: 'one' });
  await store.add({ savings: rows, run: 'two' });
  expect(await store.ofRun('one')).toEqual({
    ...{ calls: 2, asked: 2, raw: 18, shown: 4, fetched: 0, definitions: 6, carried: 8, written: 2 },
  });
  expect(await store.ofRun('none')).toBeUndefined();
  store.close();
});
