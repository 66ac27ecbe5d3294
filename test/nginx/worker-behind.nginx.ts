import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkerEvent } from '../../worker/http/events/worker-event.ts';
import { type NodeWorker, startNodeWorker } from '../../worker/node.ts';
import { type Answer, ask, type Nginx, startNginx } from './nginx.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-nginx-'));
const events: WorkerEvent[] = [];
let worker: NodeWorker;
let nginx: Nginx;
let key: string;

const api = (base: string, at: string, body: object, credential = ADMIN): Promise<Answer> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${credential}` };
  return ask(base + at, { headers, body: JSON.stringify(body) });
};
const prune = (base: string, at: string, code = 'a\n'): Promise<Answer> =>
  ask(base + at, { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: 'why', code }) });

beforeAll(async () => {
  const env = { PRUNER_ADMIN_KEY: ADMIN };
  worker = await startNodeWorker({
    port: 0,
    dataDir: path.join(folder, 'data'),
    env,
    log: (event) => events.push(event),
  });
  nginx = await startNginx(folder, worker.url);
  expect((await api(nginx.https, '/v1/teams', { name: 'Blue' })).status).toBe(201);
  const made = await api(nginx.https, '/v1/keys', { team: 'Blue', name: 'Ada', scopes: ['prune'] });
  expect(made.status).toBe(201);
  key = (JSON.parse(made.text) as { key: string }).key;
});
afterAll(async () => {
  await nginx.close();
  await worker.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a new key was shown over http: it is made over https alone', async () => {
  const refused = await api(nginx.http, '/v1/keys', { team: 'Blue', name: 'Eve', scopes: ['prune'] });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('only over https')]);
  expect(refused.text).not.toContain('mcpp_');
});

test('the dashboard believes nginx that its visitor came over TLS', async () => {
  const { headers } = await ask(`${nginx.https}/dashboard/sign-in`, { method: 'GET' });
  expect(headers['set-cookie']?.[0]).toContain('Secure');
});

test('guesses are counted by the address that nginx tells', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) statuses.push((await api(nginx.https, '/prune', {}, `wrong-${i}`)).status);
  expect([statuses.slice(0, 20).every((status) => status === 401), statuses[20]]).toEqual([true, 429]);
});

test('a key in the path reached the error log: it is in no log, whatever goes wrong', async () => {
  const at = `/k/${key}/prune`;
  // The key was admitted recently, so failed attempts from the same address do not matter.
  await api(worker.url, '/prune', { query: 'why', code: 'a\n' }, key);
  expect((await prune(nginx.https, at)).status).toBe(200);
  expect((await prune(nginx.https, at, 'x'.repeat(11_000_000))).status).toBe(413);
  await worker.close();
  expect((await prune(nginx.https, at)).status).toBe(502);
  expect((await prune(nginx.https, '/prune')).status).toBe(502);
  const secret = key.slice(-48);
  expect(nginx.logs()).toMatch(/connect\(\) failed[^\n]*"POST \/prune/);
  expect(nginx.logs()).not.toContain(secret);
  expect(JSON.stringify(events)).not.toContain(secret);
});
