import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonNumber, writeJson } from '../../../../src/base/json/json-number.ts';
import { withPlainNumbers } from '../../../../src/base/json/plain-numbers.ts';
import { readJson } from '../../../../src/base/json/read-json.ts';

test.each([
  '1234567890123456789',
  '-1234567890123456789',
  '19.90',
  '1.0',
  '1e3',
  '1E+3',
  '-0',
  '-0.0',
  '0.00000001',
  '12345678.123456789',
  '0.1000000000000000055',
  '1e999',
  '123456789012345678901234567890.5',
])('a number keeps its own characters: %s', (number) => {
  for (const json of [number, `[${number}]`, `{"a":{"b":[1,${number} ,"${number}"]}}`, `{"__proto__":${number}}`]) {
    const value = readJson(json);
    const written = json.replace(' ', '');
    expect(JSON.stringify(value)).toBe(written);
    expect(writeJson(value)).toBe(written);
    expect(writeJson(value, null)).toBe(written);
    expect(withPlainNumbers(value)).toEqual(JSON.parse(json));
  }
});

test('a number that a double writes as it is stays one', () => {
  const json = '[0,-1,1.5,-0.25,123456789012345,9007199254740991,1e21,"1e3","19.90","v1.0"]';
  expect(readJson(json)).toEqual(JSON.parse(json.replace('1e21', 'null')).with(6, new JsonNumber('1e21')));
  expect(readJson('{"a":[1,2.5,"1.0"]}')).toEqual({ a: [1, 2.5, '1.0'] });
});

test.each([
  '',
  '01.0',
  '[1.0',
  '{1.0:2}',
  '{1.0    \t        :2}',
  '1.0"a"',
  '"a"1.0',
  '1.',
  '1.0.0',
  '+1.0',
  '1e',
  '"1.0',
  '[1.0 1.0]',
  '.10',
])('what is no JSON is a SyntaxError, whatever its numbers: %s', (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError);
});

test('any JSON comes back to the letter, on a runtime with and without JSON.rawJSON', () => {
  const digits = (size: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${size}}$`));
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(
        fc.constant('0'),
        digits(24).map((text) => `1${text}`),
      ),
      fc.option(
        digits(20).map((text) => `.${text}`),
        { nil: '' },
      ),
      fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits(3)), { nil: [] }),
    )
    .map(([sign, whole, fraction, exponent]) => sign + whole + fraction + exponent.join(''));
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      number,
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
      number.map((text) => JSON.stringify(`\\"${text}`)),
      fc.constantFrom('true', 'null'),
      fc.array(tie('json'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z"\\_]{1,9}$/), tie('json')), {
          selector: ([key]) => key,
          maxLength: 5,
        })
        .map((fields) => `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
    ),
  }));
  fc.assert(
    fc.property(json, (text) => {
      const value = readJson(text);
      expect([writeJson(value), writeJson(value, null)]).toEqual([text, text]);
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('numbers of a value nested deeper than the stack are read', () => {
  const deep = `${'['.repeat(200_000)}1.0${']'.repeat(200_000)}`;
  expect(Array.isArray(readJson(deep))).toBe(true);
});
