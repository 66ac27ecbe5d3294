import { Agent, request as httpRequest } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createWorkerClient } from '../../worker/client.ts';
import { tempDir } from '../support/temp-dir.ts';
import { built } from './built.ts';
import { NODE, type Started, started } from './started.ts';

const TIMEOUT = 120_000;
const ADMIN = 'the-administrators-secret-of-32-characters';
const REQUESTS = 100;

test(
  'a worker that is killed keeps what its ledger had written, which it does while it runs',
  async ({ onTestFinished }) => {
    const folder = tempDir(onTestFinished);
    const env = { PRUNER_ADMIN_KEY: ADMIN, PRUNER_RATE_PER_MINUTE: '0' };
    const start = (): Promise<Started> => started(NODE, [built('bin'), 'serve', '--port', '0', '--data', folder], env);
    const worker = await start();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` };
    const database = new DatabaseSync(path.join(folder, 'worker.sqlite'), { readOnly: true });
    onTestFinished(() => database.close());
    const written = (): number =>
      Number(database.prepare("SELECT SUM(requests) AS sum FROM usage WHERE period = 'day'").get()?.['sum']);
    let asked = 0;
    while (written() < REQUESTS) {
      const body = JSON.stringify({ query: 'why', code: `const a = ${asked++};\n` });
      await (await worker.door('/prune', { method: 'POST', headers, body })).arrayBuffer();
    }
    const before = written();
    worker.child.kill('SIGKILL');
    await new Promise((resolve) => worker.child.once('exit', resolve));
    const again = await start();
    const usage = await createWorkerClient(again.url, { key: ADMIN }).v1.usage.$get({ query: {} });
    if (!usage.ok) throw new Error(`no usage: ${usage.status}`);
    const kept = (await usage.json()).rows.reduce((sum, { requests }) => sum + requests, 0);
    expect(kept).toBeGreaterThanOrEqual(before);
    expect(kept).toBeLessThanOrEqual(asked);
    await again.stop();
  },
  TIMEOUT,
);

test(
  'a graceful stop cut large answers, and did not tell clients to send no more on their connections',
  async ({ onTestFinished }) => {
    const folder = tempDir(onTestFinished);
    const worker = await started(NODE, [built('bin'), 'serve', '--port', '0', '--data', folder], {});
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let errors = 0;
    const ask = (body: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        const asked = httpRequest(`${worker.url}/prune`, { method: 'POST', agent, headers }, (answer) => {
          answer
            .resume()
            .once('error', reject)
            .once('end', () => resolve(answer.headers.connection));
        });
        asked.once('error', reject).end(body);
      });
    const idle = new Agent({ keepAlive: true });
    const idleClosed = new Promise<boolean>((resolve) => {
      const asked = httpRequest(`${worker.url}/health`, { agent: idle }, (answer) => {
        answer.socket.once('error', () => {
          errors++;
        });
        answer.socket.once('close', (hadError: boolean) => resolve(hadError));
        answer.resume();
      });
      asked.end();
    });
    expect(await ask(JSON.stringify({ query: 'why', code: 'a\n' }))).toBe('keep-alive');
    // Large enough to be in flight when the signal arrives.
    const large = ask(JSON.stringify({ query: 'a', code: 'const a = 1;\n'.repeat(200_000) }));
    await (await worker.door('/health')).text();
    const stopped = worker.stop();
    expect(await large).toBe('close');
    expect([await idleClosed, errors, await stopped]).toEqual([false, 0, 0]);
    agent.destroy();
    idle.destroy();
  },
  TIMEOUT,
);
