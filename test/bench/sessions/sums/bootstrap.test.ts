import { expect, test } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { bootstrapRatios, type Figure, MIN_SESSIONS, type Ratio } from './bootstrap.ts';
import { type DrawOptions, drawSessions } from './draw-sessions.ts';

const column = (...values: number[]): Float64Array => Float64Array.from(values);
const filled = (sessions: number, value: number): Float64Array => new Float64Array(sessions).fill(value);
const figures = (ratios: readonly Ratio[], options?: DrawOptions): Figure[] => {
  const sessions = ratios[0]?.below.length ?? 0;
  return bootstrapRatios(
    ratios,
    drawSessions(sessions, options),
    Int32Array.from({ length: sessions }, (_, at) => at),
  );
};
const one = (above: Float64Array, below: Float64Array): Figure => figures([{ above, below }])[0] as Figure;

test('a ratio is that of the sums, not the mean of ratios', () => {
  expect(one(column(1, 0, 0), column(1, 1, 8)).value).toBe(0.1);
});

test('there is no value without anything to divide by', () => {
  expect(one(column(0, 0), column(0, 0))).toEqual({ value: undefined, interval: undefined, sessions: 0 });
  expect(one(column(), column())).toEqual({ value: undefined, interval: undefined, sessions: 0 });
});

test('one session alone, or a few, have no interval', () => {
  expect(one(column(1), column(2))).toEqual({ value: 0.5, interval: undefined, sessions: 1 });
  const few = MIN_SESSIONS - 1;
  expect(one(filled(few, 1), filled(few, 2)).interval).toBeUndefined();
  expect(one(filled(few + 1, 1), filled(few + 1, 2)).interval).toBeDefined();
});

test('sessions that a ratio does not rest on give it no interval', () => {
  const below = filled(40, 0).fill(3, 0, 5);
  expect(one(filled(40, 0).fill(1, 0, 5), below)).toEqual({ value: 1 / 3, interval: undefined, sessions: 5 });
});

test('what never happened in n sessions may still happen', () => {
  const [low, high] = one(filled(60, 0), filled(60, 20)).interval ?? [];
  expect(low).toBe(0);
  // The exact bound of 0 in 60, about 3.7 / 60.
  expect(high).toBeCloseTo(0.0596, 4);
  const [min, max] = one(filled(60, 20), filled(60, 20)).interval ?? [];
  expect([min, max]).toEqual([expect.closeTo(1 - 0.0596, 4), 1]);
  const [worse, better] =
    figures([{ above: filled(60, 0), below: filled(60, 20), bounds: [-1, 1] }])[0]?.interval ?? [];
  expect([worse, better]).toEqual([expect.closeTo(-0.0596, 4), expect.closeTo(0.0596, 4)]);
});

test('the same seed gives the same intervals, another seed others', () => {
  const next = seededRandom(1);
  const below = Float64Array.from({ length: 50 }, () => 1 + Math.floor(next() * 9));
  const ratio = { above: below.map((each) => Math.floor(next() * each)), below };
  expect(figures([ratio], { seed: 3 })).toEqual(figures([ratio], { seed: 3 }));
  expect(figures([ratio], { seed: 3 })).not.toEqual(figures([ratio], { seed: 4 }));
  // The interval is the same with and without other columns.
  expect(figures([{ above: below, below }, ratio])[1]).toEqual(figures([ratio])[0]);
});

/**
 * Simulates sessions of 1 to 12 results. Each session has its own rate near `rate`, because results of one session are
 * alike.
 */
function simulate(sessions: number, rate: number, next: () => number): { above: Float64Array; below: Float64Array } {
  const below = Float64Array.from({ length: sessions }, () => 1 + Math.floor(next() * 12));
  const above = below.map((results) => {
    const own = next() < 0.5 ? rate * 1.4 : rate * 0.6;
    return Array.from({ length: results }, next).filter((drawn) => drawn < own).length;
  });
  return { above, below };
}

test.each([
  [25, 0.6],
  [60, 0.43],
  [200, 0.1],
])('intervals of %i sessions cover a true rate of %d in 90 to 99 of 100 runs', (sessions, rate) => {
  const next = seededRandom(sessions);
  let covered = 0;
  for (let run = 0; run < 200; run++) {
    const { above, below } = simulate(sessions, rate, next);
    const { interval = [1, 0] } = figures([{ above, below }], { seed: run, resamples: 400 })[0] as Figure;
    if (interval[0] <= rate && rate <= interval[1]) covered++;
  }
  expect(covered / 200).toBeGreaterThanOrEqual(0.9);
  expect(covered / 200).toBeLessThanOrEqual(0.99);
});

test('results of one session count as one draw: alike results widen the interval', () => {
  const sessions = 40;
  const half = Float64Array.from({ length: sessions }, (_, at) => (at % 2 === 0 ? 20 : 0));
  const [low = 0, high = 0] = one(half, filled(sessions, 20)).interval ?? [];
  // 800 independent results would give an interval of about 0.07.
  expect(high - low).toBeGreaterThan(0.25);
});

test('columns of some of the sessions are drawn as they are among all', () => {
  const next = seededRandom(2);
  const below = Float64Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? 0 : 4));
  const above = below.map((each) => Math.floor(next() * (each + 1)));
  const which = Int32Array.from([...below.keys()].filter((at) => at % 3 !== 0));
  const some = { above: above.filter((_, at) => at % 3 !== 0), below: below.filter((each) => each > 0) };
  const draws = drawSessions(60);
  const all = Int32Array.from(below.keys());
  expect(bootstrapRatios([some], draws, which)).toEqual(bootstrapRatios([{ above, below }], draws, all));
});

test.each([1, 2, 7])('%i resamples are enough to answer', (resamples) => {
  const below = filled(20, 4);
  const above = below.map((_, at) => at % 5);
  const [low = 1, high = 0] = figures([{ above, below }], { resamples })[0]?.interval ?? [];
  expect(low).toBeLessThanOrEqual(high);
  expect(high).toBeLessThan(1);
});
