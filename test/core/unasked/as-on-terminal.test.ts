import { expect, test } from 'vitest';
import { asOnTerminal } from '../../../src/unasked/as-on-terminal.ts';

test.each([
  ['colors', '\x1b[1;32mok\x1b[0m 12 tests\n', 'ok 12 tests\n'],
  ['a title and a cursor', '\x1b]0;npm\x07\x1b[2K\x1b[1Gdone\n', 'done\n'],
  ['a progress bar', 'Get 1 %\rGet 50 %\rGet 100 %\nend\n', 'Get 100 %\nend\n'],
  ['one that ends in other words', 'Get 1 %\rGet 9 %\rGot it\r\n', 'Get 9 %\rGot it\r\n'],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['line ends of an old Mac', 'one\rtwo\rthree', 'one\rtwo\rthree'],
  ['text alone', 'a\nb', 'a\nb'],
])('output with %s is shown as it stays on a terminal', (_, text, shown) => {
  expect(asOnTerminal(text)).toBe(shown);
});

test('a line of a million states takes time in its length', () => {
  expect(asOnTerminal('at 7 %\r'.repeat(1_000_000)).length).toBeLessThan(10);
});
