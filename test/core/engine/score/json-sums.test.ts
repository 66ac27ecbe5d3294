import { expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';

const REPORT = JSON.stringify(
  {
    berths: Array.from({ length: 150 }, (_, at) => ({ berth: `b${at}`, depth: at % 4, master: `Ann ${at * 7}` })),
    moored: { yachts: 61, ferries: 12 },
    seconds: 4.25,
    kind: 'report',
  },
  null,
  2,
);

test('the sums of a report come with a question of amount, numbers within its list do not', () => {
  const { text, details } = pruneText({ text: REPORT, question: 'How many fathoms has b77 of Ann 539?' });
  expect(text).toContain('"b77"');
  expect(text).toContain('"ferries": 12');
  expect(text).toContain('"seconds": 4.25');
  expect(details.keptLines.length).toBeLessThan(REPORT.split('\n').length / 2);
});

test('no sum comes with another question', () => {
  expect(pruneText({ text: REPORT, question: 'Who is the master of b77?' }).text).not.toContain('"ferries": 12');
});
