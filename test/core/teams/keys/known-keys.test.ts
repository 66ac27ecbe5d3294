import { expect, test } from 'vitest';
import { createKnownKeys } from '../../../../src/teams/keys/authenticator.ts';
import type { KeyRecord } from '../../../../src/teams/keys/directory.ts';

test('a key is known for ten minutes, and not for years when the clock goes back', () => {
  let at = Date.UTC(2029, 0, 1);
  const known = createKnownKeys(() => at);
  const record = { name: 'ci', leftMs: 1_000_000 } as KeyRecord;
  known.remember('a', record);
  at += 599_999;
  expect(known.recall('a')).toEqual({ name: 'ci', leftMs: 400_001 });
  at = Date.UTC(2026, 0, 1);
  expect(known.recall('a')).toBeUndefined();
});
