import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../../launcher/platform/sqlite/load-sqlite.ts';
import type { CallRecord, LedgerRecord } from '../../../launcher/savings/ledger-record.ts';
import { openSavings } from '../../../launcher/savings/open-savings.ts';
import { readTrial } from '../../../launcher/savings/read-trial.ts';
import type { SavingsStore } from '../../../launcher/savings/savings-store.ts';
import { isOver, leftOf, TRIAL_MS, type Trial } from '../../../launcher/savings/trial.ts';
import { writeRecords } from '../../../launcher/savings/write-records.ts';
import { tempDir } from '../../support/temp-dir.ts';

const START = Date.UTC(2026, 10, 1);
const words = (text: string): number => text.split(' ').length;
const NOTHING: Trial = { started: START, results: 0, shortened: 0, raw: 0, shown: 0, carried: 0, again: 0 };
const read: CallRecord = {
  ...{ kind: 'call', at: START, tool: 'Read', raw: 'a b c', shown: 'a', asked: false, shortened: true },
  ...{ repeated: false, shadow: true, builtin: true },
};

/** Returns the trial after these records, each written at its own time. */
async function trialAfter(records: readonly LedgerRecord[]): Promise<Trial | undefined> {
  const home = tempDir();
  const store = await openSavings(home, () => {});
  const place = { home, project: '/p', now: START };
  await writeRecords({ place, records }, store, words);
  store.close();
  const read = await readTrial(home);
  return read.ok ? read.trial : undefined;
}

test('results of hosts’ own tools that were measured are a trial, and no others', async () => {
  const trial = await trialAfter([
    { ...read, at: START },
    { ...read, at: START + 1, shown: 'a b c', shortened: false },
    { kind: 'again', at: START + 2, ageMs: 1 },
    { ...read, at: START + 3, shadow: false },
    { ...read, at: START + 4, builtin: undefined },
  ]);
  expect(trial).toEqual({ started: START, results: 2, shortened: 1, raw: 6, shown: 4, carried: 0, again: 1 });
});

test('after 200 results, and after three days, no more is added', async () => {
  const many: readonly LedgerRecord[] = Array.from({ length: 201 }, (_, at) => ({ ...read, at: START + at }));
  const full = await trialAfter([...many, { kind: 'again', at: START + 300, ageMs: 50 }]);
  expect(full).toMatchObject({ results: 200, again: 0 });
  const late = await trialAfter([
    { ...read, at: START },
    { ...read, at: START + TRIAL_MS },
  ]);
  expect(late).toMatchObject({ results: 1 });
});

test('a line of one of the 200 results counts, however late it is shown again', async () => {
  const many: readonly LedgerRecord[] = Array.from({ length: 201 }, (_, at) => ({ ...read, at: START + at }));
  const again = { kind: 'again', at: START + 2 * TRIAL_MS } as const;
  const trial = await trialAfter([
    ...many,
    { ...again, ageMs: 2 * TRIAL_MS - 199 },
    { ...again, ageMs: 2 * TRIAL_MS - 200 },
  ]);
  expect(trial).toMatchObject({ started: START, results: 200, again: 1 });
});

test('a trial that began on a clock that was ahead ends three days after the clock was set right', async () => {
  const year = 365 * 24 * 60 * 60 * 1000;
  const trial = await trialAfter([
    { ...read, at: START + year },
    { ...read, at: START },
    { ...read, at: START + TRIAL_MS },
  ]);
  expect(trial).toMatchObject({ started: START, results: 2 });
  const ahead = { ...NOTHING, started: START + year, results: 1 };
  expect(isOver(ahead, START)).toBe(false);
  expect(leftOf(ahead, START).until).toBe(START + TRIAL_MS);
});

test('a trial that began in 1970 is not over at once, and begins when the clock is right', async () => {
  const trial = await trialAfter([
    { ...read, at: 12 },
    { ...read, at: START },
    { ...read, at: 13 },
    { ...read, at: START + TRIAL_MS },
  ]);
  expect(trial).toMatchObject({ started: START, results: 3 });
  const early = { ...NOTHING, started: 12, results: 1 };
  expect(isOver(early, START)).toBe(false);
  expect(leftOf(early, START).until).toBe(START + TRIAL_MS);
  expect(isOver({ ...early, results: 200 }, START)).toBe(true);
});

test('a result that two servers write about counts once, whichever is first', async () => {
  const home = tempDir();
  const stores = await Promise.all([1, 2].map(() => openSavings(home, () => {})));
  const place = { home, project: '/p', now: START };
  const one = { ...read, result: 'one' };
  const again = { kind: 'again', at: START, ageMs: 0, result: 'one' } as const;
  const records = [one, one, again, { ...read, result: 'two' }, read];
  await Promise.all(stores.map((store) => writeRecords({ place, records }, store, words)));
  await writeRecords({ place, records: [{ ...one, shadow: false }] }, stores[0] as SavingsStore, words);
  expect(await stores[0]?.trial()).toMatchObject({ results: 4, again: 1 });
  const calls = (await stores[0]?.since('2026-01-01'))?.map((row) => [row.shadow, row.calls]);
  expect(calls).toEqual([
    [false, 1],
    [true, 4],
  ]);
  for (const store of stores) store.close();
});

test('a writer that was second begins anew', async () => {
  const home = tempDir();
  const store = await openSavings(home, () => {});
  const place = { home, project: '/p', now: START };
  const records = [{ ...read, result: 'one' }, read];
  let isFirst = true;
  const isCounted = async (result: string): Promise<boolean> => {
    if (!isFirst) return store.isCounted(result);
    isFirst = false;
    await writeRecords({ place, records: records.slice(0, 1) }, store, words);
    return false;
  };
  await writeRecords({ place, records }, { ...store, isCounted }, words);
  expect(await store.trial()).toMatchObject({ results: 2 });
  await store.forgetResultsBefore('2026-12-31');
  expect(await store.isCounted('shadow one')).toBe(false);
  store.close();
});

test('a trial is over with its last result, or with its third day', () => {
  const trial = { ...NOTHING, results: 199 };
  expect(isOver(trial, START + TRIAL_MS - 1)).toBe(false);
  expect(isOver(trial, START + TRIAL_MS)).toBe(true);
  expect(isOver({ ...trial, results: 200 }, START)).toBe(true);
  expect(leftOf(trial, START)).toEqual({ results: 1, until: START + TRIAL_MS });
  expect(leftOf(undefined, START)).toEqual({ results: 200, until: undefined });
});

test('a ledger that is not there has no trial; one that is damaged, or cannot be read, says so', async () => {
  expect(await readTrial(tempDir())).toEqual({ ok: true, trial: undefined, setAside: undefined });
  const damaged = tempDir();
  const file = path.join(damaged, 'ledger.sqlite');
  writeFileSync(file, 'no database'.repeat(100));
  expect(await readTrial(damaged)).toEqual({ ok: true, trial: undefined, setAside: `${file}.damaged-1` });
  const folder = tempDir();
  mkdirSync(path.join(folder, 'ledger.sqlite'));
  expect(await readTrial(folder)).toEqual({ ok: false, why: 'it is a folder, not a file' });
});

test('a ledger of another schema says what SQLite says', async () => {
  const home = tempDir();
  (await openSavings(home, () => {})).close();
  const { DatabaseSync } = await loadSqlite();
  const handle = new DatabaseSync(path.join(home, 'ledger.sqlite'));
  handle.exec('ALTER TABLE trial RENAME COLUMN again TO later');
  handle.close();
  expect(await readTrial(home)).toEqual({ ok: false, why: 'no such column: again' });
});
