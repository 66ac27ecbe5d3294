import { expect, test } from 'vitest';
import type { Json } from '../../../../src/base/json/json.ts';
import { fitStructured } from '../../../../src/fit/result/fit-structured.ts';

const facts = { truncated: true, artifactRef: 'ax://t/1', hasMore: true };
const byName = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`file-${i}`, { bytes: i }]));
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test('an object of thousands of keys fits, and says where the rest is', () => {
  const fitted = fitStructured(byName, { bytes: 2000, question: undefined, fits: undefined, facts });
  expect(fitted).toMatchObject({ 'file-0': { bytes: 0 }, 'file-4999': { bytes: 4999 }, ...facts });
  expect(bytesOf(fitted)).toBeLessThanOrEqual(2000);
});

test('keys that the schema needs are never left out', () => {
  const fits = (value: unknown) => Object.keys(value as object).length >= 5000;
  expect(fitStructured(byName, { bytes: 2000, question: undefined, fits, facts })).toBe(byName);
});

test('what no cutting brings within the budget is told by its facts alone, where no schema says otherwise', () => {
  let deep: Json = {};
  for (let i = 0; i < 1000; i++) deep = { a: deep };
  expect(fitStructured({ deep }, { bytes: 1000, question: undefined, fits: undefined, facts })).toEqual(facts);
});

test('a list is cut to fewer items, and a text to less of it, by which no schema breaks', () => {
  const limits = { bytes: 400, question: undefined, fits: undefined, facts };
  const list = fitStructured(
    Array.from({ length: 500 }, (_, id) => ({ id })),
    limits,
  );
  expect(list).toEqual(expect.arrayContaining([{ id: 0 }]));
  expect(bytesOf(list)).toBeLessThanOrEqual(400);
  expect(bytesOf(fitStructured('long '.repeat(1000), limits))).toBeLessThanOrEqual(400);
  const strict = (value: unknown) => Array.isArray(value) && value.length === 500;
  const whole = Array.from({ length: 500 }, (_, id) => id);
  expect(fitStructured(whole, { ...limits, fits: strict })).toBe(whole);
});
