import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../src/pruning/embedded.ts';
import { DEFAULT_WIRE_LIMITS } from '../../../src/wire/wire-limits.ts';
import { type Engine, embeddedEngine } from '../../../worker/engine.ts';
import { LARGE_BYTES } from '../../../worker/prune/large-texts.ts';
import { type Caller, createPruneContexts } from '../../../worker/prune/prune-contexts.ts';

const noPause = async (): Promise<void> => {};
const EMBEDDED = embeddedEngine(noPause);
const WAITING: Engine = { pruner: createEmbeddedPruner(), backend: 'auto', version: 'upstream' };

/** The signal that a door is opened with. */
async function signalOf(engine: Engine, bytes: number): Promise<AbortSignal | undefined> {
  const open = createPruneContexts({
    engine,
    loadTokenCounter: async () => (text) => text.length,
    limits: DEFAULT_WIRE_LIMITS,
    now: () => 0,
    turn: noPause,
    cacheTtlMs: 0,
    sha256: undefined,
    stored: undefined,
  });
  const { signal } = new AbortController();
  const caller: Caller = { team: 'a', requestId: 'b', signal: () => signal, bytes, keepAlive: () => {} };
  return (await open(caller)).signal;
}

test('who leaves is noticed wherever pruning lets the event loop turn, and a signal is made nowhere else', async () => {
  expect(await signalOf(EMBEDDED, LARGE_BYTES - 1)).toBeUndefined();
  expect(await signalOf(EMBEDDED, LARGE_BYTES)).toBeDefined();
  expect(await signalOf(WAITING, 1)).toBeDefined();
});
