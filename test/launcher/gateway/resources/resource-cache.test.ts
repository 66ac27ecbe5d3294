import { expect, test } from 'vitest';
import { createResourceCache } from '../../../../launcher/gateway/resources/resource-cache.ts';

test('what changes while it is read is not remembered', () => {
  const cache = createResourceCache();
  const origin = { server: 's', uri: 'a:b' };
  cache.watch(origin);
  const keep = cache.reading(origin);
  cache.drop('s', 'a:b');
  keep({ contents: ['old'] });
  expect(cache.get(origin)).toBeUndefined();
  cache.reading(origin)({ contents: ['new'] });
  expect(cache.get(origin)).toEqual({ contents: ['new'] });
});
