import { expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { fillBudget } from '../../../src/shaping/fill-budget.ts';
import { resultBytes } from '../../../src/shaping/tool-result.ts';
import { wrapResponse } from '../../../src/shaping/wrap-response.ts';
import { structured } from './invariants-of.ts';
import { KINDS_OF_DATA } from './kinds-of-data.ts';

const BUDGETS = [3072, 10_240, 50_000];
const SIZES = [1.1, 2, 10, 100];

test.each(Object.entries(KINDS_OF_DATA))(
  'a response of %s uses 85 % of its budget where there is more',
  async (_, make) => {
    for (const maxBytes of BUDGETS) {
      for (const size of SIZES) {
        const data = make(maxBytes * size);
        for (const structured of [true, false]) {
          const result = await wrapResponse(data, {
            summary: 'A summary',
            limits: { maxBytes },
            artifacts: createMemoryArtifactStore(),
            structured,
          });
          const bytes = resultBytes(result);
          expect(bytes).toBeLessThanOrEqual(maxBytes);
          const isCut = JSON.stringify(result).includes('truncated');
          if (isCut && !isTable(data, result)) expect([size, structured, bytes / maxBytes]).toSatisfy(usesEnough);
        }
      }
    }
  },
);

/** Columns say all that the rows said, in less. */
function isTable(data: unknown, result: object): boolean {
  return JSON.stringify(result).includes('columns') && !JSON.stringify(data).includes('columns');
}

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
  expect(structured(await wrapResponse(data, { summary: 'A summary' }))).toEqual({
    summary: 'A summary',
    success: true,
    ...data,
  });
});

test('a limit that is asked for by name holds where there is room for more', async () => {
  const data = { numbers: Array.from({ length: 9000 }, (_, i) => i), texts: ['x'.repeat(20_000)] };
  const limits = { maxArrayItems: 20 };
  const shown = structured(await wrapResponse(data, { summary: 'A summary', limits }));
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
