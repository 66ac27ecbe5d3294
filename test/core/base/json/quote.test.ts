import { expect, test } from 'vitest';
import { quote } from '../../../../src/base/json/quote.ts';

test('a short value is quoted whole', () => {
  expect(quote('a "b"\n')).toBe(String.raw`"a \"b\"\n"`);
  expect(quote('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
});

test('a long value is cut and says so', () => {
  expect(quote('x'.repeat(81))).toBe(`"${'x'.repeat(79)}…"`);
});

test('a value of control characters is no longer than others, though each takes six', () => {
  expect(quote('\u0001'.repeat(80)).length).toBeLessThan(90);
});
