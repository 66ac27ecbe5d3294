import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/fit/limits.ts';
import { resultBytes } from '../../src/mcp/tool-result.ts';
import { depthOf, faultsOf, textOf } from '../core/fit/invariants-of.ts';
import { dataOf, find, type RecordedResult, readRecorded, shape, wholeOf } from './recorded-results.ts';

const recorded = readRecorded();
const nameOf = ({ server, tool }: RecordedResult, i: number): string => `${i}: ${tool} of ${server}`;

test('there are at least 30 results of at least 6 servers, each with a fact', () => {
  expect(recorded.length).toBeGreaterThanOrEqual(30);
  expect(new Set(recorded.map(({ server }) => server)).size).toBeGreaterThanOrEqual(6);
  expect(recorded.filter(({ facts }) => facts.length === 0)).toEqual([]);
});

test('nothing recorded tells where or by whom it was', () => {
  const all = JSON.stringify(recorded);
  expect(all).not.toMatch(/\/tmp\/|\/root\b|\/home\/(?!user\b)|\/work\//);
  for (const [date] of all.matchAll(/\b20\d\d-\d\d-\d\d\b/g)) expect(date).toMatch(/^2025-/);
});

test('none takes more than 10,240 bytes', async () => {
  for (const one of recorded) expect(resultBytes((await shape(one)).shaped)).toBeLessThanOrEqual(10_240);
});

test('within limits that are asked for by name a result takes less than 3 KB on average', async () => {
  const sizes: number[] = [];
  for (const one of recorded) sizes.push(resultBytes((await shape(one, DEFAULT_LIMITS)).shaped));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10_240);
  expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(3000);
});

test('every fact is shown, or one call of the artifact tool away', async () => {
  const ways: Record<string, number> = {};
  const lost: string[] = [];
  for (const [i, one] of recorded.entries()) {
    const shaped = await shape(one);
    for (const fact of one.facts) {
      const way = await find(fact, shaped);
      if (way === undefined) lost.push(`${nameOf(one, i)}: "${fact.text}"`);
      else ways[way] = (ways[way] ?? 0) + 1;
    }
  }
  expect(lost).toEqual([]);
  // If a fact is not shown, an agent finds it with a pattern, without needing a path.
  expect(Object.keys(ways).sort()).toEqual(['pattern', 'shown']);
  expect(ways['shown']).toBeGreaterThan(2 * (ways['pattern'] ?? 0));
});

test('what is cut is a whole artifact of the original bytes, and keeps the limits asked for', async () => {
  for (const [i, one] of recorded.entries()) {
    const result = await shape(one, DEFAULT_LIMITS);
    const shown = JSON.parse(textOf(result.shaped)) as Record<string, unknown>;
    expect([nameOf(one, i), faultsOf(shown), depthOf(shown) <= 4]).toEqual([nameOf(one, i), [], true]);
    expect(String(shown['summary']).length).toBeLessThanOrEqual(100);
    expect(shown['success']).toBe(one.result.isError !== true);
    const data = dataOf(one.result);
    const whole = typeof data === 'string' ? data : JSON.stringify(data);
    expect(await wholeOf(result)).toBe(shown['truncated'] === true ? whole : undefined);
  }
});

test('shaping twice changes nothing', async () => {
  for (const one of recorded) {
    const { shaped, again } = await shape(one);
    expect(await again(shaped)).toBe(shaped);
    expect(textOf(await again(JSON.parse(textOf(shaped))))).toBe(textOf(shaped));
  }
});
