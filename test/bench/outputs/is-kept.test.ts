import { expect, test } from 'vitest';
import { isKept, type Shown } from './is-kept.ts';

const LINES = ['ok 1', 'not ok 2', 'retries: 3', 'retries: 3', 'a long line with port 81 in it'];

function shown(...kept: number[]): Shown {
  return { lines: LINES, answer: kept.map((line) => LINES[line - 1]).join('\n'), kept: new Set(kept) };
}

test('a line counts as kept when the answer shows it', () => {
  expect(isKept({ line: 2, text: 'not ok 2' }, shown(2))).toBe(true);
  expect(isKept({ line: 2, text: 'not ok 2' }, shown(1))).toBe(false);
});

test('a text that stands on several lines is kept where its own line is', () => {
  expect(isKept({ line: 4, text: 'retries: 3' }, shown(4))).toBe(true);
  expect(isKept({ line: 4, text: 'retries: 3' }, shown(3))).toBe(false);
});

test('of several lines that will do, one is enough', () => {
  const anyOf = [
    { line: 1, text: 'ok 1' },
    { line: 3, text: 'retries: 3' },
  ];
  expect(isKept({ anyOf }, shown(3))).toBe(true);
  expect(isKept({ anyOf }, shown(4))).toBe(false);
  expect(isKept({ anyWith: 'retries', lines: 2 }, shown(4))).toBe(true);
});

test('of a line that is cut, the part that answers is enough', () => {
  const cut = { lines: LINES, answer: '… with port 81 …', kept: new Set<number>() };
  expect(isKept({ line: 5, text: 'port 81' }, cut)).toBe(true);
});
