import { expect, expectTypeOf, test } from 'vitest';
import { createApp } from '../../worker/app/app.ts';
import { type CodeAnswer, createWorkerClient, type FailureAnswer } from '../../worker/client.ts';

const app = createApp({ adminKey: 'the-administrators-secret-of-32-characters' });
const fetchApp: typeof fetch = async (input, init) => app.request(input as string, init);
const client = (key?: string) => createWorkerClient('http://localhost:8000', { key, fetch: fetchApp });

test('the typed client prunes', async () => {
  const answer = await client('the-administrators-secret-of-32-characters').prune.$post({
    json: { query: 'why', code: 'a\nb\n', markers: 'ranges' },
  });
  if (!answer.ok) throw new Error('refused');
  const body = await answer.json();
  if (!('pruned_code' in body) || !('kept_frags' in body)) throw new Error('another dialect');
  expectTypeOf(body).toExtend<CodeAnswer>();
  expect(body.kept_frags).toEqual([1, 2]);
});

test('a failure has its own type', async () => {
  const answer = await client('wrong').prune.$post({ json: { query: 'why', code: 'a' } });
  if (answer.ok) throw new Error('let in');
  const body = await answer.json();
  expectTypeOf(body).toEqualTypeOf<FailureAnswer>();
  expect([answer.status, body.detail]).toEqual([401, 'Unauthorized']);
});

test('routes without a key', async () => {
  const health = await client().health.$get();
  expect((await health.json()).status).toBe('degraded');
});
