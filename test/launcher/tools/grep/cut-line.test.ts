import { expect, test } from 'vitest';
import { cutLine, isCut } from '../../../../launcher/tools/grep/match-collector.ts';

/** A line whose text gives the position at each place. */
const lineOf = (length: number): string =>
  Array.from({ length: Math.ceil(length / 5) }, (_, i) => String(i * 5).padStart(5, '.'))
    .join('')
    .slice(0, length);

test('a line of two thousand characters is shown whole, a longer one is not', () => {
  expect(cutLine(lineOf(2000), 1900)).toBe(lineOf(2000));
  expect(cutLine(lineOf(2001))).toBe(`${lineOf(2001).slice(0, 1000)}…[+1001 chars]…`);
});

test.each([
  [0, 0, 1000],
  [199, 0, 1000],
  [200, 0, 1000],
  [201, 1, 1001],
  [1000, 800, 1800],
  [2199, 1999, 2999],
  [2200, 2000, 3000],
  [2201, 2001, 3000],
  [2999, 2799, 3000],
])('of a long line what stands around a match at %d is shown, and how much is not', (at, from, to) => {
  const line = lineOf(3000);
  const left = from === 0 ? '' : `…[+${from} chars]…`;
  const right = to === 3000 ? '' : `…[+${3000 - to} chars]…`;
  expect(cutLine(line, at)).toBe(`${left}${line.slice(from, to)}${right}`);
});

test('a line is not cut inside a character', () => {
  const line = `${'a'.repeat(999)}\u{1f600}${'b'.repeat(2000)}`;
  expect(cutLine(line)).toBe(`${'a'.repeat(999)}…[+2002 chars]…`);
  expect(cutLine(line, 1200)).toBe(`…[+999 chars]…\u{1f600}${'b'.repeat(999)}…[+1001 chars]…`);
});

test('a line that was cut is told from one that was not', () => {
  expect(isCut(cutLine(lineOf(2001)))).toBe(true);
  expect(isCut(lineOf(2000))).toBe(false);
  expect(isCut('…[+ chars]…')).toBe(false);
});
