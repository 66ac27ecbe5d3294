import { expect, test } from 'vitest';
import { asOnTerminal } from '../../../src/unasked/as-on-terminal.ts';

test.each([
  ['colors', '\x1b[1;32mok\x1b[0m 12 tests\n', 'ok 12 tests\n'],
  ['moves of the cursor', '\x1b[2K\x1b[1Gdone\n', 'done\n'],
  ['a progress bar', 'Get 1 %\rGet 50 %\rGet 100 %\nend\n', '\r\rGet 100 %\nend\n'],
  ['one of numbers alone, with line ends of Windows', ' 10%\r 20%\r 100%\r\n', '\r\r 100%\r\n'],
  ['one that ends in other words', 'Get 1 %\rGet 9 %\rGot it\r\n', '\rGet 9 %\rGot it\r\n'],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['line ends of an old Mac', 'one\rtwo\rthree', 'one\rtwo\rthree'],
  ['rows of an old Mac', 'id,value\r0,0,0\r1,7,1\r2,9,4\r', 'id,value\r0,0,0\r1,7,1\r2,9,4\r'],
  ['a title', '\x1b]0;npm\nFAIL\n\x07', '\x1b]0;npm\nFAIL\n\x07'],
  ['text alone', 'a\nb', 'a\nb'],
])('output with %s is shown as it stays on a terminal', (_, text, shown) => {
  expect(asOnTerminal(text)).toBe(shown);
});

// With quadratic time, 60 kB of carriage returns would block everything for nine seconds.
test.each(['\r', 'at 7 %\r', '\x1b[', '\x1b[0m'])('a megabyte of %j takes a moment', (unit) => {
  expect(asOnTerminal(unit.repeat(1_000_000 / unit.length)).length).toBeLessThanOrEqual(1_000_000);
});
