import { expect, test } from 'vitest';
import type { PruneRequest } from '../../../../src/engine/pruner.ts';
import { cacheKey, identityOf } from '../../../../src/prune-api/prune-measured.ts';
import { testDoor } from '../test-door.ts';

const REQUEST: PruneRequest = {
  text: 'line one\nline two\n',
  question: ' where? ',
  path: 'src/a.ts',
  threshold: 0.4,
  targetRatio: 0.5,
  markers: 'ranges',
  firstLine: 7,
  failed: true,
};

test('keys without a context are those of earlier releases: what was remembered stays so', async () => {
  const door = await testDoor(undefined, { scope: 'team', engineVersion: 'lexical/2', sessionVersion: 'session/1' });
  expect(await cacheKey(identityOf(REQUEST, door))).toBe(
    'cef6e6291aa8ba2fbbc5ab060d1e48aa9ba27355e09bed4198f2b9aec52a8e8a',
  );
});

test('with a context the key holds that, what prunes by it, and where the text begins', async () => {
  const door = await testDoor(undefined, { sessionVersion: 'session/1' });
  const plain: PruneRequest = { ...REQUEST, markers: 'plain' };
  const keys = [
    identityOf(plain, door),
    identityOf(plain, door, 'a'),
    identityOf(plain, door, 'b'),
    identityOf({ ...plain, automatic: 'careful' }, door, 'a'),
    identityOf({ ...plain, automatic: 'balanced' }, door, 'a'),
    identityOf({ ...plain, firstLine: 8 }, door, 'a'),
    identityOf(plain, { ...door, sessionVersion: 'session/2' }, 'a'),
  ];
  expect(new Set(keys.map(({ options }) => options)).size).toBe(keys.length);
});
