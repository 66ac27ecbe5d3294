import { expect, test } from 'vitest';
import { fitStructured } from '../../../../src/fit/result/fit-structured.ts';

const facts = { truncated: true, artifactRef: 'ax://t/1', hasMore: true };
const byName = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`file-${i}`, { bytes: i }]));
const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));

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
  let deep: object = {};
  for (let i = 0; i < 1000; i++) deep = { a: deep };
  expect(fitStructured({ deep }, { bytes: 1000, question: undefined, fits: undefined, facts })).toEqual(facts);
});
