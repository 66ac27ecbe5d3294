import { expect, test } from 'vitest';
import { createLeftOutLines } from '../../../src/unasked/left-out-lines.ts';

const TEXT = [
  'import { a } from "a";',
  'export function first() {}',
  '}',
  'export function second() {}',
  'return a;',
].join('\n');

/** Creates lines of which only the first is kept. */
function leftOut() {
  const lines = createLeftOutLines();
  lines.add('s', TEXT, { keptLines: [1] }, 7);
  return lines;
}

test.each([
  ['a line of a part that is read', 'export function second() {}', 7],
  ['a line that grep found', 'src/a.ts:4:export function second() {}', 7],
  ['a line that is printed with its number', '     4\texport function second() {}', 7],
  ['a line that was kept', 'import { a } from "a";', undefined],
  ['a line that is everywhere', '}', undefined],
  ['another line', 'export function third() {}', undefined],
])('%s shows it again: %#', (_, text, at) => {
  expect(leftOut().shownAgain('s', text)).toBe(at);
});

test('a line counts once, and in its own session alone', () => {
  const lines = leftOut();
  expect(lines.shownAgain('other', TEXT)).toBeUndefined();
  expect(lines.shownAgain('s', TEXT)).toBe(7);
  expect(lines.shownAgain('s', TEXT)).toBeUndefined();
});

test('lines of several results tell the time of the oldest, and a line that of the newest', () => {
  const lines = leftOut();
  lines.add('s', `${TEXT}\nexport function third() {}`, { keptLines: [1, 4] }, 9);
  expect(lines.shownAgain('s', 'export function third() {}\nexport function first() {}')).toBe(9);
  expect(lines.shownAgain('s', 'export function second() {}')).toBe(7);
});

test('lines that the agent has already are not left out', () => {
  const lines = createLeftOutLines();
  lines.add('s', TEXT, { keptLines: [1], knownLines: [{ first: 2, last: 5, name: 'a read' }] }, 7);
  expect(lines.shownAgain('s', TEXT)).toBeUndefined();
});

test('the oldest sessions and lines are forgotten', () => {
  const lines = leftOut();
  for (let at = 0; at < 8; at++) lines.add(`s${at}`, TEXT, { keptLines: [1] }, 7);
  expect(lines.shownAgain('s', TEXT)).toBeUndefined();
  const many = Array.from({ length: 20_001 }, (_, at) => `a line of its own, number ${at}`);
  lines.add('many', many.join('\n'), { keptLines: [] }, 7);
  expect(lines.shownAgain('many', many[0] ?? '')).toBeUndefined();
  expect(lines.shownAgain('many', many[1] ?? '')).toBe(7);
});
