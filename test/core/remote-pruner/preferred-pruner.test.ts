import { expect, test } from 'vitest';
import type { PruneFailure, PruneOutcome, Pruner } from '../../../src/engine/pruner.ts';
import { createPreferredPruner, REFUSAL_MEMORY_MS } from '../../../src/remote-pruner/preferred-pruner.ts';

const REFUSED: PruneFailure = { ok: false, code: 'http_error', message: 'nothing listens there', unreachable: true };
const BROKEN: PruneFailure = { ok: false, code: 'http_error', message: 'answered 500' };
const REQUEST = { text: 't', question: 'q' };

function counting(outcome: PruneOutcome): Pruner & { calls: number } {
  const pruner = {
    calls: 0,
    async prune() {
      pruner.calls += 1;
      return outcome;
    },
  };
  return pruner;
}

const embedded = () => counting({ ok: true, text: 'e', engine: 'embedded' });

test('a refusal is remembered for half a minute, and then asked again', async () => {
  let now = 0;
  const remote = counting(REFUSED);
  const pruner = createPreferredPruner({ remote, embedded: embedded(), standInFor: 'unreachable', now: () => now });
  const instead = { ok: true, text: 'e', engine: 'embedded', standsInFor: REFUSED };
  expect(await pruner.prune(REQUEST)).toEqual(instead);
  now = REFUSAL_MEMORY_MS - 1;
  expect(await pruner.prune(REQUEST)).toEqual(instead);
  expect(remote.calls).toBe(1);
  now = REFUSAL_MEMORY_MS;
  await pruner.prune(REQUEST);
  expect(remote.calls).toBe(2);
});

test.each([
  ['unreachable', BROKEN, BROKEN],
  ['none', REFUSED, REFUSED],
  ['any', BROKEN, { ok: true, text: 'e', engine: 'embedded', standsInFor: BROKEN }],
] as const)('standing in for %s', async (standInFor, failure, expected) => {
  const pruner = createPreferredPruner({ remote: counting(failure), embedded: embedded(), standInFor, now: () => 0 });
  expect(await pruner.prune(REQUEST)).toEqual(expected);
});

test('where the remote pruner answers, the embedded engine is not asked', async () => {
  const own = embedded();
  const remote = counting({ ok: true, text: 'r', engine: 'remote' });
  const pruner = createPreferredPruner({ remote, embedded: own, standInFor: 'any', now: () => 0 });
  expect(await pruner.prune(REQUEST)).toEqual({ ok: true, text: 'r', engine: 'remote' });
  expect(own.calls).toBe(0);
});
