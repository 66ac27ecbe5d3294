import { expect, test } from 'vitest';
import * as core from '../../src/index.ts';
import * as worker from '../../worker/index.ts';

test('what the package exports', () => {
  expect(Object.keys(core).sort()).toEqual([
    'DEFAULT_THRESHOLD',
    'createEmbeddedPruner',
    'createHttpPruner',
    'createPreferredPruner',
    'loadO200k',
    'pruneText',
  ]);
  expect(Object.keys(worker).sort()).toEqual(['createApp', 'jsonLines']);
});
