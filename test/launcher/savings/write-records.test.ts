import { expect, test } from 'vitest';
import type { CallRecord } from '../../../launcher/savings/ledger-record.ts';
import { netOf } from '../../../launcher/savings/savings.ts';
import { createRepeatedReads } from '../../../launcher/savings/savings-ledger.ts';
import { countRecord, type TokenRecord } from '../../../launcher/savings/write-records.ts';

const AT = new Date(2026, 0, 31, 23, 59).getTime();
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const read: CallRecord = {
  ...{ kind: 'call', at: AT, tool: 'read', raw: 'a b c d e f', shown: 'a f', asked: true, shortened: true },
  ...{ shadow: false, repeated: false, source: { path: 'a.ts', part: false } },
};

/** Counts records of one session. Each word is a token. */
function session() {
  const reads = createRepeatedReads();
  return (record: TokenRecord) => {
    const repeated = record.kind === 'call' && !record.shadow && reads.isRepeated(record);
    return countRecord({ ...record, repeated } as typeof record, { project: '/p', count: words });
  };
}

test('a call stands under its local day, with what was spared', () => {
  const row = session()(read);
  expect(row).toEqual({
    ...{ day: '2026-01-31', project: '/p', tool: 'read', shadow: false, calls: 1, asked: 1 },
    ...{ raw: 6, shown: 2, fetched: 0, definitions: 0, carried: 0, written: 0 },
  });
  expect(netOf(row)).toBe(4);
});

const again: readonly (readonly [string, Partial<CallRecord>, number])[] = [
  [
    'a part of it',
    { raw: 'c d', shown: 'c d', asked: false, shortened: false, source: { path: 'a.ts', part: true } },
    2,
  ],
  ['all of it', { shown: read.raw, asked: false, shortened: false }, 6],
  ['another question about it', { shown: 'b c' }, 2],
];
test.each(again)('what a question left out and is read again costs: %s', (_, change, tokens) => {
  const count = session();
  count(read);
  expect(count({ ...read, ...change })).toMatchObject({ raw: 0, shown: 0, fetched: tokens });
});

test('a file that has changed since, and a file shown whole, are read anew', () => {
  const count = session();
  count(read);
  expect(count({ ...read, raw: 'a b c d e g' })).toMatchObject({ raw: 6, shown: 2, fetched: 0 });
  const whole = { ...read, shown: read.raw, shortened: false, source: { path: 'b.ts', part: false } };
  count(whole);
  expect(count(whole)).toMatchObject({ raw: 6, shown: 6, fetched: 0 });
});

test('artifacts had back cost what is shown of them', () => {
  const row = session()({ kind: 'fetch', at: AT, tool: 'artifact', shown: 'a b c' });
  expect(row).toMatchObject({ tool: 'artifact', raw: 0, fetched: 3 });
  expect(netOf(row)).toBe(-3);
});

test('definitions cost all of ours, and what was added to those of others', () => {
  const others = [
    { listed: 'tool and question', straight: 'tool' },
    { listed: 'tool', straight: 'tool' },
  ];
  const row = session()({ kind: 'definitions', at: AT, own: ['read this', 'bash'], others });
  expect(row).toMatchObject({ tool: '', calls: 1, definitions: 5 });
  expect(session()({ kind: 'definitions', at: AT, own: [], others })).toMatchObject({ calls: 0, definitions: 2 });
});

test('a shadow row tells what would have been, and remembers nothing', () => {
  const count = session();
  expect(count({ ...read, shadow: true })).toMatchObject({ shadow: true, raw: 6, shown: 2 });
  expect(count(read)).toMatchObject({ raw: 6, shown: 2, fetched: 0 });
});
