import { expect, test } from 'vitest';
import { askedOrder } from '../../../../../src/engine/score/order/asked-order.ts';

test.each([
  ['What are the last five commits?', 'ends', 5, false],
  ['Show the 12 latest entries', 'ends', undefined, false],
  ['the top 3 processes by memory', 'extreme', 3, false],
  ['the three largest files', 'extreme', 3, false],
  ['Who wrote the last commit?', 'ends', 2, false],
  ['What was the first thing that it said?', 'ends', 2, true],
  ['Which is the oldest backup?', 'ends', 2, true],
  ['Which file has the fewest lines?', 'extreme', undefined, true],
  ['What changed most recently?', 'ends', undefined, false],
  ['How many tests failed?', 'count', undefined, false],
  ['How full is the disk?', 'count', undefined, false],
  ['the number of open files', 'count', undefined, false],
  ['Which are larger than 100 MB?', 'compare', undefined, false],
  ['Which process is busiest?', 'extreme', undefined, false],
  ['the cheapest of them', 'extreme', undefined, true],
  ['What has a newer major version?', 'compare', undefined, false],
])('%s', (question, kind, count, low) => {
  expect(askedOrder(question)).toMatchObject({ kind, low, ...(count === undefined ? {} : { count }) });
});

test.each(['Where is the timeout of a request applied?', 'most likely cause of the crash', 'Why do the tests fail?'])(
  'asks nothing of the kind: %s',
  (question) => expect(askedOrder(question)).toBeUndefined(),
);

test('rows are told by what a question names besides', () => {
  expect(askedOrder('What are the last five commits?')?.named).toBe(false);
  expect(askedOrder('Which files changed most?')?.named).toBe(false);
  expect(askedOrder('What are the last commits to the parser?')?.named).toBe(true);
});
