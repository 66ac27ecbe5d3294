import { expect, test } from 'vitest';
import { worthLeavingOut } from '../../../../../src/engine/score/learned/worth-leaving-out.ts';
import { atOnce } from '../../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../../src/text/lines.ts';

/** Counts the lines left out of `count` lines with 40 characters each, given their odds. */
function leftOut(count: number, odds: (at: number) => number, price: number, maxChance?: number): number {
  const lines = splitLines(`${'x'.repeat(39)}\n`.repeat(count));
  const own = Float32Array.from({ length: count }, (_, at) => odds(at));
  const cut = atOnce(worthLeavingOut(lines, own, { price, maxChance }));
  return own.filter((each) => each < cut).length;
}

const needless = (at: number): number => (at % 100 < 10 ? 1 : -7);

test('what is surely not needed goes, in one text as in many', () => {
  expect(leftOut(1000, needless, 1000)).toBe(900);
});

test('a loss that costs more leaves more in place', () => {
  const unsure = (at: number): number => -5 + (at % 50) / 10;
  const [cheap, dear] = [leftOut(1000, unsure, 500), leftOut(1000, unsure, 20_000)];
  expect(cheap).toBeGreaterThan(0);
  expect(dear).toBeLessThan(cheap);
});

test('a cut that is likelier to lose something than expected not taken, however much it would spare', () => {
  const unsure = (at: number): number => -5 + (at % 50) / 10;
  const cuts = [1, 0.3, 0.1].map((maxChance) => leftOut(5000, unsure, 500, maxChance));
  expect(cuts).toEqual(cuts.toSorted((a, b) => b - a));
  expect(cuts.at(-1)).toBeLessThan(cuts[0] ?? 0);
});

test('a text stays whole where so little would go that its loss costs more', () => {
  expect(leftOut(40, () => -2, 3000)).toBe(0);
  expect(leftOut(0, () => -7, 3000)).toBe(0);
});

test('gaps of single lines do not pay for their markers', () => {
  expect(leftOut(400, (at) => (at % 2 === 0 ? -7 : 1), 100)).toBe(0);
  expect(leftOut(400, (at) => (at < 200 ? -7 : 1), 100)).toBe(200);
});
