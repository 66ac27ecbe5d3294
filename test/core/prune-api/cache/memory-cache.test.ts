import { expect, test } from 'vitest';
import { createLayeredCache } from '../../../../src/prune-api/cache/layered-cache.ts';
import { createMemoryCache } from '../../../../src/prune-api/cache/memory-cache.ts';

const roomy = { entries: 100, chars: 1000, ttlMs: 1000, now: () => 0 };

test('what was used last stays, by entries', async () => {
  const cache = createMemoryCache({ ...roomy, entries: 2 });
  await cache.put('a', '1');
  await cache.put('b', '2');
  expect(await cache.get('a')).toBe('1');
  await cache.put('c', '3');
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual(['1', undefined, '3']);
});

test('and by size, an entry that is put again counting once', async () => {
  const cache = createMemoryCache({ ...roomy, chars: 10 });
  for (let i = 0; i < 9; i++) await cache.put('a', '1234');
  await cache.put('b', '1234');
  expect(await cache.get('a')).toBe('1234');
  await cache.put('c', '123');
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual(['1234', undefined, '123']);
  await cache.put('d', 'x'.repeat(11));
  expect([await cache.get('d'), await cache.get('c')]).toEqual([undefined, '123']);
});

test('an entry is believed for its time', async () => {
  let now = 0;
  const cache = createMemoryCache({ ...roomy, now: () => now });
  await cache.put('a', '1');
  now = 999;
  expect(await cache.get('a')).toBe('1');
  now = 1000;
  expect(await cache.get('a')).toBeUndefined();
});

test('what only the far cache has is near from then on, and what is put is in both', async () => {
  const [near, far] = [createMemoryCache(roomy), createMemoryCache(roomy)];
  const cache = createLayeredCache(near, far);
  await far.put('a', '1');
  expect(await cache.get('a')).toBe('1');
  expect(await near.get('a')).toBe('1');
  await cache.put('b', '2');
  expect([await near.get('b'), await far.get('b'), await cache.get('c')]).toEqual(['2', '2', undefined]);
});
