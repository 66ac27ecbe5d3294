import { afterEach, expect, test } from 'vitest';
import { createWorkerClient } from '../../worker/client.ts';
import { NODE, type Started, started } from './started.ts';

const TIMEOUT = 120_000;
const ADMIN = 'the-administrators-secret-of-32-characters';
const body = JSON.stringify({ query: 'why', code: 'a\nb\n' });
const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };

let worker: Started;
const start = async (env: Record<string, string>): Promise<void> => {
  worker = await started(NODE, ['test/runtime/workerd-worker.ts'], env);
};
afterEach(() => worker.stop());

test(
  'without a secret and without keys the Cloudflare entry refuses and says what to do',
  async () => {
    await start({});
    const refused = await worker.door('/prune', init);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringMatching(/wrangler secret put PRUNER_ADMIN_KEY/),
      request_id: refused.headers.get('x-request-id'),
    });
    expect((await worker.door('/v1/keys')).status).toBe(503);
    expect((await worker.door('/health')).status).toBe(200);
  },
  TIMEOUT,
);

test(
  'the rate limit binding holds for each key, and says when to come again',
  async () => {
    await start({ PRUNER_ADMIN_KEY: ADMIN, RATE_LIMIT: '3' });
    const admin = createWorkerClient(worker.url, { key: ADMIN });
    await admin.v1.teams.$post({ json: { name: 'Blue' } });
    const keyOf = async (name: string): Promise<string> => {
      const made = await admin.v1.keys.$post({ json: { team: 'Blue', name, scopes: ['prune'] } });
      if (!made.ok) throw new Error(`no key: ${made.status}`);
      return (await made.json()).key;
    };
    const [ada, bob] = [await keyOf('Ada'), await keyOf('Bob')];
    const ask = async (key: string): Promise<Response> => {
      const answer = await worker.door(`/k/${key}/prune`, init);
      await answer.text();
      return answer;
    };
    // If the limiter's minute ends meanwhile, three more requests pass.
    const statuses = [];
    let answer = await ask(ada);
    for (; answer.status !== 429 && statuses.length < 6; answer = await ask(ada)) statuses.push(answer.status);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect((await ask(bob)).status).toBe(200);
  },
  TIMEOUT,
);

test(
  'without a bucket artifacts lie in D1',
  async () => {
    await start({ PRUNER_ADMIN_KEY: ADMIN, NO_BUCKET: 'yes' });
    const ask = async (method: string, params: object) => {
      const answer = await worker.door('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return (await answer.json()).result;
    };
    const text = Array.from({ length: 2_000 }, (_, i) => `retryDelay(${i});\n`).join('');
    const args = { text, context_focus_question: 'retry delay' };
    const { structuredContent } = await ask('tools/call', { name: 'prune_text', arguments: args });
    const read = await ask('resources/read', { uri: structuredContent.artifactRef });
    expect(read.contents[0].text).toBe(text);
  },
  TIMEOUT,
);
