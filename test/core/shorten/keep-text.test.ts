import { expect, test } from 'vitest';
import { toKeptText } from '../../../src/shorten/keep-text.ts';

test('a disk that hangs holds up no answer for ever', async () => {
  const events: unknown[] = [];
  const hung = new Promise<never>(() => {});
  const kept = await toKeptText(hung, 'read', (...event) => void events.push(event), 5);
  expect(kept).toEqual({ artifact_error: 'failed' });
  expect(events).toEqual([
    ['warn', 'artifact.store_failed', { tool: 'read', message: 'store an artifact: it takes more than 5 ms' }],
  ]);
});
