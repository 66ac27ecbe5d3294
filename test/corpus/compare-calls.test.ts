import { expect, test } from 'vitest';
import { compareCalls } from './compare-calls.ts';

const call = (name: string, output: unknown) => ({ door: 'd', name, input: {}, output });

test('equal and different answers are told apart, with the lines that differ', () => {
  const first = [call('a', 'one\ntwo\nthree'), call('b', { text: 1 })];
  const second = [call('a', 'one\n2\nthree'), call('b', { text: 1 })];
  const { equal, different } = compareCalls(first, second);
  expect(equal).toBe(1);
  expect(different).toEqual([{ name: 'a', lines: [expect.stringMatching(/^@@ line \d+$/), '- two', '+ 2'] }]);
});

test('calls that only one recording has are named', () => {
  const { onlyFirst, onlySecond } = compareCalls([call('a', 1), call('b', 1)], [call('b', 1), call('c', 1)]);
  expect([onlyFirst, onlySecond]).toEqual([['a'], ['c']]);
});
