import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkerClient } from '../../worker/client.ts';
import { type Door, describePruneEndpoint } from '../contract/prune-endpoint.ts';
import { eachRuntime } from './each-runtime.ts';
import type { Started } from './started.ts';

// Enough time to spawn, bundle and import on a busy machine.
const START_TIMEOUT = 120_000;
const ADMIN = 'the-administrators-secret-of-32-characters';
const bodyBytes = 1024 * 1024;
const env = { PRUNER_MAX_BODY_BYTES: String(bodyBytes), PRUNER_ADMIN_KEY: ADMIN, PRUNER_RATE_PER_MINUTE: '0' };

for (const runtime of eachRuntime()) {
  describe(`${runtime.name} on loopback`, () => {
    let server: Started;
    let key: string;
    beforeAll(async () => {
      server = await runtime.start(env);
      const admin = createWorkerClient(server.url, { key: ADMIN });
      await admin.v1.teams.$post({ json: { name: 'Blue' } });
      const made = await admin.v1.keys.$post({ json: { team: 'Blue', name: 'Ada', scopes: ['prune'] } });
      if (!made.ok) throw new Error(`no key: ${made.status}`);
      key = (await made.json()).key;
    }, START_TIMEOUT);
    afterAll(() => runtime.dispose());

    const withKey: Door = (path, init) =>
      server.door(path, { ...init, headers: { authorization: `Bearer ${key}`, ...(init?.headers as object) } });
    describePruneEndpoint(() => withKey, { bodyBytes });

    test('a key in the path serves as well, and none is refused', async () => {
      const body = JSON.stringify({ query: 'why', code: 'a\nb\n' });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      expect((await server.door(`/k/${key}/prune`, init)).status).toBe(200);
      expect((await server.door('/prune', init)).status).toBe(401);
    });

    test(
      'SIGTERM ends it with exit code 0, and its log held no text and no key',
      async () => {
        expect(await server.stop()).toBe(0);
        for (const secret of [
          'parseRetryAfterHeader',
          'Retry-After',
          'applied twice',
          'checkout.ts',
          key.slice(-48),
          ADMIN,
        ]) {
          expect(server.log()).not.toContain(secret);
        }
        await expect(fetch(`${server.url}/health`)).rejects.toThrow();
      },
      START_TIMEOUT,
    );
  });
}
