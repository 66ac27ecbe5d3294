import { expect, test } from 'vitest';
import { alignLines } from '../../../src/remote-pruner/align-lines.ts';
import { cutMark, isCutOf } from '../../../src/text/cut-mark.ts';
import { splitLines } from '../../../src/text/lines.ts';

const LINE = 'abcdefghijklmnopqrstuvwxyz';

test('a mark says how many characters it stands for, and which', () => {
  expect(cutMark(3, 12)).toBe('…[+10 chars: 3-12]…');
});

test.each([
  ['at the beginning', `${cutMark(1, 3)}defghijklmnopqrstuvwxyz`, true],
  ['in the middle', `ab${cutMark(3, 24)}yz`, true],
  ['twice', `${cutMark(1, 3)}def${cutMark(7, 20)}uvwxyz`, true],
  ['at the end', `ab${cutMark(3, 26)}`, true],
  ['other words before it', `xb${cutMark(3, 24)}yz`, false],
  ['other words behind it', `ab${cutMark(3, 24)}yy`, false],
  ['a wrong number', 'ab…[+2 chars: 3-24]…yz', false],
  ['beyond the end', `ab${cutMark(3, 99)}`, false],
  ['no mark', LINE, false],
])('a line with a mark is told from one that is not: %s', (_, shown, is) => {
  expect(isCutOf(LINE, shown)).toBe(is);
});

test('a line that holds what looks like a mark may be cut', () => {
  const line = `see ${cutMark(1, 2)} and ${LINE}`;
  expect(isCutOf(line, `${line.slice(0, 30)}${cutMark(31, line.length)}`)).toBe(true);
});

test('a text with cut lines is made of the lines that were sent', () => {
  const text = splitLines(`one\n${LINE}\nthree\nfour\n`);
  expect(alignLines(text, `one\nab${cutMark(3, 24)}yz\n(filtered 1 lines: 3-3)\nfour\n`)).toEqual([1, 2, 4]);
  expect(alignLines(text, `one\nab${cutMark(3, 24)}yy\nfour\n`)).toBeUndefined();
});

test('a line that quotes a mark in its very place is told from one that is cut there', () => {
  const line = `…[+5 chars: 1-5]… and ${'more '.repeat(20)}`;
  expect(isCutOf(line, `${line.slice(0, 30)}${cutMark(31, line.length)}`)).toBe(true);
  expect(isCutOf(line, `${cutMark(1, 5)}${line.slice(5)}`)).toBe(true);
  expect(isCutOf(line, `${cutMark(1, 5)}${line.slice(6)}`)).toBe(false);
  const many = '…[+5 chars: 1-5]…'.repeat(2000);
  expect(isCutOf(many, `${many.slice(0, 17_000)}${cutMark(17_001, many.length)}`)).toBe(true);
});

test('a line of marks that each fit both ways is told in no time', () => {
  let line = '';
  for (let i = 0; i < 500; i++) {
    for (let chars = 15; ; chars++) {
      const mark = cutMark(line.length + 1, line.length + chars);
      if (mark.length > chars) continue;
      line += mark;
      break;
    }
  }
  expect(isCutOf(line, line)).toBe(true);
  expect(isCutOf(line, `${line}x`)).toBe(false);
});
