import { expect, test } from 'vitest';
import { readLimit } from '../../../../src/pruning/order/read-limit.ts';

test.each([
  ['Which tests took longer than 200 milliseconds?', { value: 200, measure: 'time', below: false }],
  ['calls over 1.5 s', { value: 1500, measure: 'time', below: false }],
  ['files under 10 MB', { value: 10 * 2 ** 20, measure: 'size', below: true }],
  ['Which have more than 1,200 lines?', { value: 1200, measure: undefined, below: false }],
  ['at most 3 retries', { value: 3, measure: undefined, below: true }],
])('%s', (question, limit) => expect(readLimit(question)).toEqual(limit));

test.each(['What is below the table?', 'more than one', 'over the network'])('sets no bound: %s', (question) =>
  expect(readLimit(question)).toBeUndefined(),
);
