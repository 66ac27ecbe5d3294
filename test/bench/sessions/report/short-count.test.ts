import { expect, test } from 'vitest';
import { fullCount, shortCount } from './short-count.ts';

test.each([
  [0, '0'],
  [1, '1'],
  [1912, '1,912'],
  [9999, '9,999'],
  [10_000, '10 k'],
  [412_400, '412 k'],
  [999_499, '999 k'],
  [999_500, '1.0 M'],
  [4_123_456, '4.1 M'],
  [1_234_567_890, '1,234.6 M'],
])('%i is %s', (value, words) => {
  expect(shortCount(value)).toBe(words);
});

test('a full count keeps every digit', () => {
  expect(fullCount(4_123_456)).toBe('4,123,456');
});
