import { expect, test } from 'vitest';
import { isContainer, numberOf } from '../../../../src/base/json/json.ts';
import { JsonNumber, writeJson } from '../../../../src/base/json/json-number.ts';

const price = new JsonNumber('19.90');
const thrower = {
  toJSON(): never {
    throw new Error('no');
  },
};

test('a price keeps its digits without JSON.rawJSON, and texts beside it stay texts', () => {
  const value = { price, text: '19.90', list: [price, price], none: null };
  const json = '{"price":19.90,"text":"19.90","list":[19.90,19.90],"none":null}';
  expect(writeJson(value, null)).toBe(json);
  expect(writeJson(value)).toBe(json);
  expect([writeJson('a', null), writeJson(1, null), writeJson(undefined, null)]).toEqual(['"a"', '1', undefined]);
});

test('a value that cannot be written leaves no mark in the next one', () => {
  expect(() => writeJson(thrower, null)).toThrow('no');
  expect(JSON.stringify({ price })).toBe('{"price":19.90}');
  writeJson(price, null);
  expect(JSON.stringify([price])).toBe('[19.90]');
});

test('a number with its own characters calculates and reads like any other', () => {
  expect([Number(price), String(price), numberOf(price)]).toEqual([19.9, '19.90', 19.9]);
  expect([numberOf(1.5), numberOf('1'), numberOf(null), numberOf({})]).toEqual([1.5, ...Array(3)]);
});

test('a number with its own characters is not taken for an object of data', () => {
  expect([{}, [], price, null, 'a', 1, undefined].map(isContainer)).toEqual([true, true, ...Array(5).fill(false)]);
});

test('without JSON.rawJSON a number’s characters are put in by us, with it by the runtime, which checks them', () => {
  const padded = new JsonNumber('1.0 ');
  expect(writeJson([padded], null)).toBe('[1.0 ]');
  expect(() => writeJson([padded])).toThrow(SyntaxError);
});
