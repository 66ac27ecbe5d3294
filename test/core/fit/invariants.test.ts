import { expect, test } from 'vitest';
import invariants from '../../../src/fit/invariants.md?raw';
import suite from './wrap-response.test.ts?raw';

test('each invariant names a test, and the test is there', () => {
  const named = [...invariants.matchAll(/Test: `([^`]+)`/g)].map(([, name]) => name as string);
  expect(named.map((name) => name.slice(0, 17).trim().replace(/:$/, ''))).toEqual(
    Array.from({ length: 6 }, (_, i) => `INV-MCP-RESP-00${i + 1}`),
  );
  for (const name of named) expect(suite).toContain(`test('${name}'`);
});
