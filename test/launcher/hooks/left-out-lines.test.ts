import { expect, test } from 'vitest';
import { createLeftOutLines } from '../../../launcher/hooks/left-out-lines.ts';

const TEXT = [
  'import { a } from "a";',
  'export function first() {}',
  '}',
  'export function second() {}',
  'return a;',
].join('\n');

/** Lines of which the first is kept. */
function leftOut() {
  const lines = createLeftOutLines();
  lines.add('s', TEXT, { keptLines: [1] });
  return lines;
}

test.each([
  ['a line of a part that is read', 'export function second() {}', true],
  ['a line that grep found', 'src/a.ts:4:export function second() {}', true],
  ['a line that is printed with its number', '     4\texport function second() {}', true],
  ['a line that was kept', 'import { a } from "a";', false],
  ['a line that is everywhere', '}', false],
  ['another line', 'export function third() {}', false],
])('%s shows it again: %#', (_, text, isAgain) => {
  expect(leftOut().isShownAgain('s', text)).toBe(isAgain);
});

test('a line counts once, and in its own session alone', () => {
  const lines = leftOut();
  expect(lines.isShownAgain('other', TEXT)).toBe(false);
  expect(lines.isShownAgain('s', TEXT)).toBe(true);
  expect(lines.isShownAgain('s', TEXT)).toBe(false);
});

test('lines that the agent has already are not left out', () => {
  const lines = createLeftOutLines();
  lines.add('s', TEXT, { keptLines: [1], knownLines: [{ first: 2, last: 5, name: 'a read' }] });
  expect(lines.isShownAgain('s', TEXT)).toBe(false);
});

test('the oldest sessions and lines are forgotten', () => {
  const lines = leftOut();
  for (let at = 0; at < 8; at++) lines.add(`s${at}`, TEXT, { keptLines: [1] });
  expect(lines.isShownAgain('s', TEXT)).toBe(false);
  const many = Array.from({ length: 20_001 }, (_, at) => `a line of its own, number ${at}`);
  lines.add('many', many.join('\n'), { keptLines: [] });
  expect(lines.isShownAgain('many', many[0] ?? '')).toBe(false);
  expect(lines.isShownAgain('many', many[1] ?? '')).toBe(true);
});
