import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describePruneEndpoint } from '../contract/prune-endpoint.ts';
import { DENO, NODE, ROOT, type Started, started } from './started.ts';

// Spawning, bundling and importing on a busy machine.
const START_TIMEOUT = 120_000;
const bodyBytes = 1024 * 1024;
const env = { PRUNER_MAX_BODY_BYTES: String(bodyBytes), PORT: '0' };

const data = await mkdtemp(join(tmpdir(), 'mcp-pruner-'));
afterAll(() => rm(data, { recursive: true }));

// The task as users run it; "env deno" because deno would take the npm package's bin of that name for a script.
const { tasks }: { tasks: { serve: string } } = JSON.parse(await readFile(`${ROOT}deno.json`, 'utf8'));
const denoServe = tasks.serve.replace(/^env deno /, '').split(' ');

const SERVERS: Record<string, { command: string; args: string[] }> = {
  Node: { command: NODE, args: ['test/runtime/node-worker.ts', data] },
  Deno: { command: DENO, args: denoServe },
  workerd: { command: NODE, args: ['test/runtime/workerd-worker.ts'] },
};

for (const [name, { command, args }] of Object.entries(SERVERS)) {
  describe(`${name} on loopback`, () => {
    let server: Started;
    beforeAll(async () => {
      server = await started(command, args, env);
    }, START_TIMEOUT);

    describePruneEndpoint(() => server.door, { bodyBytes });

    test(
      'SIGTERM ends it with exit code 0, and its log held no text',
      async () => {
        expect(await server.stop()).toBe(0);
        expect(server.log()).not.toContain('parseRetryAfterHeader');
        expect(server.log()).not.toContain('Retry-After');
        await expect(fetch(`${server.url}/health`)).rejects.toThrow();
      },
      START_TIMEOUT,
    );
  });
}
