import { expect, test } from 'vitest';
import { LineScanner } from '../../../../launcher/tools/read/line-scanner.ts';

function scan(text: string, first: number, last: number, size: number) {
  const scanner = new LineScanner(first, last);
  const bytes = Buffer.from(text);
  const taken: Buffer[] = [];
  for (let at = 0; at < bytes.length && !scanner.done; ) {
    let end = Math.min(at + size, bytes.length);
    if (bytes[end - 1] === 13 && end < bytes.length) end += 1;
    taken.push(scanner.take(bytes.subarray(at, end)));
    at = end;
  }
  return { taken: Buffer.concat(taken).toString(), scanner };
}

const LINES = ['one\n', 'two\r\n', '\n', 'four\r', 'fünf\n', 'six'];

test('every range comes out byte for byte, however the chunks fall', () => {
  const text = LINES.join('');
  for (let first = 1; first <= LINES.length; first++) {
    for (let last = first; last <= LINES.length; last++) {
      for (const size of [1, 2, 3, 5, 100]) {
        expect(scan(text, first, last, size).taken).toBe(LINES.slice(first - 1, last).join(''));
      }
    }
  }
});

test('it is done with the last line of the range, and counts lines at the end', () => {
  expect(scan('a\nb\nc\n', 1, 2, 100).scanner.done).toBe(true);
  expect(scan('a\nb\nc\n', 5, 9, 2).scanner.lineCount).toBe(3);
  expect(scan('a\nb\nc', 5, 9, 2).scanner.lineCount).toBe(3);
  expect(scan('', 5, 9, 2).scanner.lineCount).toBe(0);
  expect(scan('a\rb\r\n', 5, 9, 100).scanner.lineCount).toBe(2);
});
