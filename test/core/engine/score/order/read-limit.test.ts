import { expect, test } from 'vitest';
import { readLimit } from '../../../../../src/engine/score/order/read-limit.ts';

test.each([
  ['Which tests took longer than 200 milliseconds?', { value: 200, measure: 'time', below: false }],
  ['calls over 1.5 s', { value: 1500, measure: 'time', below: false }],
  ['files under 10 MB', { value: 10 * 2 ** 20, measure: 'size', below: true }],
  ['Which have more than 1,200 lines?', { value: 1200, measure: undefined, below: false }],
  ['Which took more than five seconds?', { value: 5000, measure: 'time', below: false }],
  ['runs of over half an hour', { value: 1_800_000, measure: 'time', below: false }],
  ['Who was born before 1930?', { value: 1930, measure: undefined, below: true }],
  ['Which balance is negative?', { value: -1e-9, measure: undefined, below: true }],
  ['at most 3 retries', { value: 3, measure: undefined, below: true }],
])('%s', (question, limit) => expect(readLimit(question)).toEqual(limit));

test.each(['What is below the table?', 'more than one', 'over the network'])('sets no bound: %s', (question) =>
  expect(readLimit(question)).toBeUndefined(),
);
