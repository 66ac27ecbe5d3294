import { expect, test } from 'vitest';
import { compileSchema } from '../../../../launcher/gateway/catalog/compile-schema.ts';

test('a pattern that never ends stops nobody', async () => {
  const fits = await compileSchema({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } });
  expect(fits?.({ a: 'aaa' })).toBe(true);
  expect(fits?.({ a: `${'a'.repeat(100)}!` })).toBe(false);
  // After a timeout, every value fails without validation.
  expect(fits?.({ a: 'aaa' })).toBe(false);
});
