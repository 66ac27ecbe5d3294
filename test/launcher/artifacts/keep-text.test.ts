import { expect, test } from 'vitest';
import { keepText } from '../../../launcher/artifacts/keep-text.ts';

test('a disk that hangs holds up no answer for ever', async () => {
  const events: unknown[] = [];
  const hung = { put: () => new Promise<never>(() => {}) };
  const kept = await keepText(hung, 'read', 'text', (...event) => void events.push(event), 5);
  expect(kept).toEqual({ artifact_error: 'failed' });
  expect(events).toEqual([
    ['warn', 'artifact.store_failed', { tool: 'read', message: 'store an artifact: it takes more than 5 ms' }],
  ]);
});
