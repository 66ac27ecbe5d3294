import { expect, test } from 'vitest';
import type { CallRecord, LedgerRecord } from '../../../launcher/ledger/ledger-record.ts';
import { openSavings } from '../../../launcher/ledger/open-savings.ts';
import { readTrial } from '../../../launcher/ledger/read-trial.ts';
import { isOver, leftOf, TRIAL_MS, type Trial } from '../../../launcher/ledger/trial.ts';
import { writeRecords } from '../../../launcher/ledger/write-records.ts';
import { tempDir } from '../../support/temp-dir.ts';

const START = 1_000_000;
const words = (text: string): number => text.split(' ').length;
const read: CallRecord = {
  ...{ kind: 'call', at: START, tool: 'Read', raw: 'a b c', shown: 'a', asked: false, shortened: true },
  ...{ repeated: false, shadow: true, builtin: true },
};

/** What a trial is after the records, each at its time. */
async function trialAfter(records: readonly LedgerRecord[]): Promise<Trial | undefined> {
  const home = tempDir();
  const store = await openSavings(home, () => {});
  const place = { home, project: '/p', now: START };
  await writeRecords({ place, records }, store, words);
  store.close();
  return readTrial(home);
}

test('results of hosts’ own tools that were measured are a trial, and no others', async () => {
  const trial = await trialAfter([
    { ...read, at: START },
    { ...read, at: START + 1, shown: 'a b c', shortened: false },
    { kind: 'again', at: START + 2 },
    { ...read, at: START + 3, shadow: false },
    { ...read, at: START + 4, builtin: undefined },
  ]);
  expect(trial).toEqual({ started: START, results: 2, shortened: 1, raw: 6, shown: 4, carried: 0, again: 1 });
});

test('after 200 results, and after three days, no more is added', async () => {
  const many: readonly LedgerRecord[] = Array.from({ length: 201 }, (_, at) => ({ ...read, at: START + at }));
  const full = await trialAfter([...many, { kind: 'again', at: START + 300 }]);
  expect(full).toMatchObject({ results: 200, again: 0 });
  const late = await trialAfter([
    { ...read, at: START },
    { ...read, at: START + TRIAL_MS },
  ]);
  expect(late).toMatchObject({ results: 1 });
});

test('a trial is over with its last result, or with its third day', () => {
  const trial: Trial = { started: START, results: 199, shortened: 0, raw: 0, shown: 0, carried: 0, again: 0 };
  expect(isOver(trial, START + TRIAL_MS - 1)).toBe(false);
  expect(isOver(trial, START + TRIAL_MS)).toBe(true);
  expect(isOver({ ...trial, results: 200 }, START)).toBe(true);
  expect(leftOf(trial)).toEqual({ results: 1, until: START + TRIAL_MS });
  expect(leftOf(undefined)).toEqual({ results: 200, until: undefined });
});

test('a ledger that is not there, or damaged, has no trial', async () => {
  expect(await readTrial(tempDir())).toBeUndefined();
});
