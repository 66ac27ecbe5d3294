import { expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { startKeeping, toKeptText } from '../../../src/shorten/keep-text.ts';

test('a disk that hangs holds up no answer for ever', async () => {
  const events: unknown[] = [];
  const hung = new Promise<never>(() => {});
  const kept = await toKeptText(hung, 'read', (...event) => void events.push(event), 5);
  expect(kept).toEqual({ artifact_error: 'failed' });
  expect(events).toEqual([
    ['warn', 'artifact.store_failed', { tool: 'read', message: 'cannot store an artifact: it took more than 5 ms' }],
  ]);
});

const given = { tool: 'read', log: () => {}, waitMs: 1000 };

test('a text is kept once it must be', async () => {
  const store = createMemoryArtifactStore();
  const keeping = startKeeping('text', { ...given, store });
  expect((await store.usage()).artifacts).toBe(0);
  expect(await keeping.keep()).toMatchObject({ artifact_ref: expect.stringMatching(/^ax:/), bytes: 4 });
  keeping.drop();
  expect((await store.usage()).artifacts).toBe(1);
});

test('a text that was let go is not kept, and that is no fault', async () => {
  const store = createMemoryArtifactStore();
  startKeeping('text', { ...given, store }).drop();
  expect(await startKeeping('other', { ...given, store }).keep()).toMatchObject({ bytes: 5 });
  expect((await store.usage()).artifacts).toBe(1);
});
