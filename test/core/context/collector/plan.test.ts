import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Disposable, toPlan } from '../../../../src/context/collector/plan.ts';

const disposable = (id: string, tokens: number, score: number): Disposable => ({ segment: { id, tokens }, score });

/** Returns the cost of releasing a segment, as defined by `toPlan`. */
const costOf = ({ segment, score }: Disposable): number => {
  const kept = (1 - score) ** 4;
  return Math.min(50, kept / (1 - kept)) * Math.sqrt(segment.tokens);
};

/** Returns the least cost of any set that frees enough, by trying all sets. */
function optimum(candidates: readonly Disposable[], target: number): number {
  let best = Infinity;
  for (let set = 0; set < 2 ** candidates.length; set++) {
    let [tokens, cost] = [0, 0];
    for (const [i, one] of candidates.entries()) {
      if ((set & (1 << i)) === 0) continue;
      tokens += one.segment.tokens;
      cost += costOf(one);
    }
    if (tokens >= target && cost < best) best = cost;
  }
  return best;
}

const candidates = fc
  .array(fc.record({ tokens: fc.integer({ min: 1, max: 60 }), hundredths: fc.integer({ min: 0, max: 99 }) }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((all) => all.map(({ tokens, hundredths }, i) => disposable(`s${i}`, tokens, hundredths / 100)));

test('frees enough; but for the last one at no more than the least cost, all in all close to it; nothing needless', () => {
  let [cost, min] = [0, 0];
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 100 }), (all, percent) => {
      const whole = all.reduce((sum, { segment }) => sum + segment.tokens, 0);
      const target = Math.ceil((whole * percent) / 100);
      const plan = toPlan(all, target);
      expect(plan.tokens).toBeGreaterThanOrEqual(target);
      expect(plan.shortfall).toBe(0);
      const chosen = plan.ids.map((id) => all.find(({ segment }) => segment.id === id) as Disposable);
      expect(plan.cost).toBeCloseTo(chosen.reduce((sum, one) => sum + costOf(one), 0));
      const best = optimum(all, target);
      expect(plan.cost - costOf(chosen.at(-1) as Disposable)).toBeLessThanOrEqual(best + 1e-9);
      cost += plan.cost;
      min += best;
      for (const { segment } of chosen) expect(plan.tokens - segment.tokens).toBeLessThan(target);
    }),
    { numRuns: 300, seed: 7 },
  );
  expect(cost / min).toBeLessThan(1.1);
});

test('of equal candidates those that come first go first; all else the order in which they come does not change', () => {
  const all = Array.from({ length: 40 }, (_, i) => disposable(`s${i}`, 10 + (i % 4), (i % 5) / 5));
  const plan = toPlan(all, 150);
  const { ids, ...rest } = toPlan(all.toReversed(), 150);
  expect(rest).toEqual({ tokens: plan.tokens, cost: plan.cost, shortfall: plan.shortfall });
  expect(ids).toHaveLength(plan.ids.length);
  expect(plan.ids.slice(0, 2)).toEqual(['s19', 's39']);
  expect(ids.slice(0, 2)).toEqual(['s39', 's19']);
});

test('everything goes where that is not enough, and what is missing is told; nothing where nothing is asked for', () => {
  const all = [disposable('a', 10, 0.5), disposable('empty', 0, 1)];
  expect(toPlan(all, 25)).toEqual({
    ids: ['a'],
    tokens: 10,
    cost: (0.5 ** 4 / (1 - 0.5 ** 4)) * Math.sqrt(10),
    shortfall: 15,
  });
  expect(toPlan(all, 0)).toEqual({ ids: [], tokens: 0, cost: 0, shortfall: 0 });
});

test('what costs least per token goes first, up to the one that reaches the target, and what is needless stays', () => {
  const all = [disposable('cheap', 50, 0.9), disposable('dear', 50, 0.2), disposable('large', 500, 0.7)];
  expect(toPlan(all, 40).ids).toEqual(['cheap']);
  expect(toPlan(all, 60).ids).toEqual(['large']);
  expect(toPlan(all, 520).ids).toEqual(['cheap', 'large']);
});
