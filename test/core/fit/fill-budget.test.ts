import { expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { fillBudget } from '../../../src/fit/fill-budget.ts';
import { wrapResponse } from '../../../src/fit/wrap-response.ts';
import { resultBytes } from '../../../src/mcp/tool-result.ts';
import { structured, textOf } from './invariants-of.ts';
import { KINDS_OF_DATA } from './kinds-of-data.ts';

const BUDGETS = [3072, 10_240, 50_000];
const SIZES = [1.1, 2, 10];
/** Only tested with the smallest budget, because megabytes take long and give the same result. */
const HUGE = 100;

test.each(Object.entries(KINDS_OF_DATA))(
  'a response of %s uses 85 % of its budget where there is more',
  async (_, make) => {
    for (const maxBytes of BUDGETS) {
      for (const size of maxBytes === BUDGETS[0] ? [...SIZES, HUGE] : SIZES) {
        const data = make(maxBytes * size);
        for (const structured of [true, false]) {
          const result = await wrapResponse(data, {
            summary: 'A summary',
            limits: { maxBytes },
            fill: true,
            artifacts: createMemoryArtifactStore(),
            structured,
          });
          const bytes = resultBytes(result);
          expect(bytes).toBeLessThanOrEqual(maxBytes);
          const isCut = JSON.stringify(result).includes('truncated');
          if (isCut) expect([size, structured, bytes / maxBytes]).toSatisfy(usesEnough);
        }
      }
    }
  },
);

function usesEnough([, , share]: [number, boolean, number]): boolean {
  return share >= 0.85;
}

test('what fits is shown as it is, whatever the default limits say of its items, texts, keys and levels', async () => {
  const data = {
    numbers: Array.from({ length: 700 }, (_, i) => i),
    text: 'x'.repeat(900),
    deep: [[[[[[[1]]]]]]],
    keys: Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, i])),
    log: 'a\n'.repeat(60),
  };
  expect(structured(await wrapResponse(data, { summary: 'A summary', fill: true }))).toEqual({
    summary: 'A summary',
    success: true,
    ...data,
  });
});

test('a limit that is asked for by name holds where there is room for more', async () => {
  const data = { numbers: Array.from({ length: 9000 }, (_, i) => i), texts: ['x'.repeat(20_000)] };
  const limits = { maxArrayItems: 20 };
  const shown = structured(await wrapResponse(data, { summary: 'A summary', limits, fill: true }));
  expect(shown['numbers']).toHaveLength(20);
  expect(JSON.stringify(shown['texts']).length).toBeGreaterThan(3000);
});

test('the search for the widest limits ends, however sizes grow', () => {
  const tries: number[] = [];
  const of = (bytes: (factor: number) => number, cut = true) => {
    tries.length = 0;
    return fillBudget((factor) => {
      tries.push(factor);
      return { bytes: bytes(factor), cut };
    }, 1000);
  };
  expect(of((factor) => factor * 100)).toMatchObject({ fits: { bytes: expect.toSatisfy((n) => n > 930) } });
  expect(of((factor) => (factor < 3 ? 10 : 5000))).toEqual({
    fits: { bytes: 10, cut: true },
    over: { bytes: 5000, cut: true },
  });
  expect(tries.length).toBeLessThanOrEqual(10);
  expect(of(() => 10).over).toBeUndefined();
  expect(tries.length).toBeLessThanOrEqual(10);
  expect(of(() => 10, false)).toEqual({ fits: { bytes: 10, cut: false }, over: undefined });
  expect(tries).toEqual([1]);
  expect(of(() => 2000)).toEqual({ fits: undefined, over: { bytes: 2000, cut: true } });
  expect(of(() => 0).fits).toEqual({ bytes: 0, cut: true });
});

/**
 * Fills a budget of a thousand bytes with content whose size depends on a factor. Returns the factors that were tried.
 */
function fill(bytesAt: (factor: number) => number, enough?: number) {
  const factors: number[] = [];
  const build = (factor: number) => {
    factors.push(Math.round(factor * 1000) / 1000);
    const bytes = bytesAt(factor);
    return { bytes, cut: bytes < 5000 };
  };
  const { fits, over } = fillBudget(build, 1000, enough);
  return { factors, fits: fits?.bytes, over: over?.bytes };
}

test('what fills 93 % of the budget is not built again, what fills less is', () => {
  expect(fill(() => 930)).toEqual({ factors: [1], fits: 930, over: undefined });
  expect(fill((factor) => 929 * factor).factors).toHaveLength(3);
  expect(fill(() => 1000)).toEqual({ factors: [1], fits: 1000, over: undefined });
  expect(fill(() => 500, 0.5)).toEqual({ factors: [1], fits: 500, over: undefined });
});

test('what shows whole is not built again, and what never fits is told', () => {
  expect(fillBudget(() => ({ bytes: 10, cut: false }), 1000)).toEqual({ fits: { bytes: 10, cut: false } });
  expect(fill(() => 1001)).toEqual({ factors: [1], fits: undefined, over: 1001 });
});

test('limits are widened by as much as the budget leaves, sixteen times a try at most', () => {
  expect(fill((factor) => 100 * factor)).toEqual({ factors: [1, 9.7], fits: expect.closeTo(970), over: undefined });
  expect(fill((factor) => factor).factors).toEqual([1, 16, 256, 970]);
});

test('a search that changes nothing ends', () => {
  expect(fill(() => 1)).toEqual({ factors: [1, 16, 256, 4096, 65_536, 100_000], fits: 1, over: undefined });
  expect(fill(() => 0).factors).toHaveLength(6);
});

test('between what fits and what is too large the next try is where sizes would grow evenly', () => {
  expect(fill((factor) => 920 * factor)).toEqual({
    factors: [1, 1.1, 1.054],
    fits: expect.closeTo(970),
    over: undefined,
  });
});

test('where sizes jump the search ends close to the jump, with both sides of it', () => {
  const jump = fill((factor) => (factor < 5 ? 100 : 4000));
  expect(jump).toMatchObject({ fits: 100, over: 4000 });
  expect(jump.factors.slice(0, 3)).toEqual([1, 9.7, 4.053]);
  expect(jump.factors.length).toBeLessThanOrEqual(10);
});

test('rows that fit as columns are shown whole, and nothing says otherwise', async () => {
  const rows = Array.from({ length: 180 }, (_, i) => ({
    identifier: i,
    description: `row number ${i}`,
    enabled: true,
  }));
  const data = { page: 1, found: { rows } };
  expect(JSON.stringify(data).length).toBeGreaterThan(10_240);
  const artifacts = createMemoryArtifactStore();
  const result = await wrapResponse(data, { summary: 'Rows', artifacts, structured: false, fill: true });
  const { columns, rows: cells } = JSON.parse(textOf(result)).found.rows;
  expect(cells.map((cell: unknown[]) => Object.fromEntries(cell.map((value, i) => [columns[i], value])))).toEqual(rows);
  expect(JSON.stringify(result)).not.toMatch(/truncated|hasMore|artifactRef|Shown/);
});

test('a try that takes exactly the budget fits', () => {
  expect(fill((factor) => (factor === 1 ? 500 : 1000))).toEqual({ factors: [1, 1.94], fits: 1000, over: undefined });
});

test('tries that differ by less than two percent show the same', () => {
  expect(fill((factor) => (factor < 1.05 ? 900 : 1001)).factors).toEqual([1, 1.1, 1.069, 1.048, 1.063]);
});

test('however far a jump is from where it is looked for, ten tries are enough', () => {
  expect(fill((factor) => (factor < 9.6 ? 100 : 1e9)).factors).toHaveLength(10);
});

test('a try is neither too close to what fits nor to what is too large', () => {
  expect(fill((factor) => (factor < 1.05 ? 900 : 1e9)).factors.slice(0, 3)).toEqual([1, 1.1, 1.01]);
  for (const min of [0, 1]) {
    expect(fill((factor) => (factor < 15.9 ? min : 1001))).toMatchObject({
      factors: [1, 16, 12.126, 15.562, 15.956, 15.916, 15.88],
      fits: min,
      over: 1001,
    });
  }
});
