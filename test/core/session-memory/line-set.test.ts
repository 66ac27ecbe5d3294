import { expect, test } from 'vitest';
import { hashLine } from '../../../src/session-memory/line-hash.ts';
import { createLineSet } from '../../../src/session-memory/line-set.ts';
import { toCodeUnits } from '../../../src/text/code-units.ts';

const hashOf = (line: string): number => hashLine(toCodeUnits(line), 0, line.length);

test('a line is the same whatever stands around it, and short ones are told apart from none', () => {
  expect(hashOf('  const delay = 3;\t')).toBe(hashOf('const delay = 3;'));
  expect(hashOf('const delay = 4;')).not.toBe(hashOf('const delay = 3;'));
  expect([hashOf('});'), hashOf(''), hashOf('         ')]).toEqual([0, 0, 0]);
});

test('a set holds every line that was added, through its growth', () => {
  const set = createLineSet();
  const lines = Array.from({ length: 20_000 }, (_, at) => hashOf(`line number ${at} of a long file`));
  expect(new Set(lines).size).toBe(lines.length);
  for (const line of lines) set.add(line);
  const holds = set.view();
  expect(lines.every(holds)).toBe(true);
  expect(holds(hashOf('a line of another file'))).toBe(false);
});

test('a view stays as it was when lines are added, and when all are forgotten', () => {
  const set = createLineSet();
  const [first, second] = [hashOf('the first line'), hashOf('the second line')];
  set.add(first);
  const then = set.view();
  set.add(second);
  for (let i = 0; i < 5000; i++) set.add(hashOf(`another line ${i}`));
  expect([then(first), then(second), set.view()(second)]).toEqual([true, false, true]);
  set.clear();
  expect([then(first), set.view()(first)]).toEqual([true, false]);
});

test('a set is bounded: it begins anew', () => {
  const set = createLineSet();
  const first = hashOf('the very first line');
  set.add(first);
  for (let i = 0; i < 1 << 17; i++) set.add(i + 1e9);
  expect(set.view()(first)).toBe(false);
});
