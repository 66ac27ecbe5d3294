import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkerClient } from '../../worker/client.ts';
import { eachRuntime } from '../runtime/each-runtime.ts';
import type { Started } from '../runtime/started.ts';
import { installed, NODE } from './installed.ts';

const run = promisify(execFile);
const TIMEOUT = 120_000;

/** The official suite's scenarios for 2025-11-25 that need no tools, resources or prompts of the suite. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'logging-set-level', 'dns-rebinding-protection'];
/** The same for 2026-07-28. */
const REQUEST_SCENARIOS = ['tools-list', 'dns-rebinding-protection'];

const ADMIN = 'the-administrators-secret-of-32-characters';
const ENV = { PRUNER_ADMIN_KEY: ADMIN, PRUNER_ALLOWED_HOSTS: '127.0.0.1,localhost' };

for (const runtime of eachRuntime()) {
  describe(`the official conformance suite, /mcp on ${runtime.name}`, () => {
    let server: Started;
    let url: string;
    beforeAll(async () => {
      server = await runtime.start(ENV);
      const admin = createWorkerClient(server.url, { key: ADMIN });
      await admin.v1.teams.$post({ json: { name: 'Blue' } });
      const made = await admin.v1.keys.$post({ json: { team: 'Blue', name: 'Suite', scopes: ['prune'] } });
      if (!made.ok) throw new Error(`no key: ${made.status}`);
      // The suite cannot send a key in a header, so the key is in the path.
      url = `${server.url}/k/${(await made.json()).key}/mcp`;
    }, TIMEOUT);
    afterAll(async () => {
      await server.stop();
      await runtime.dispose();
    });

    test.each([
      ...SCENARIOS.map((scenario) => [scenario, '2025-11-25']),
      ...REQUEST_SCENARIOS.map((scenario) => [scenario, '2026-07-28']),
    ])(
      '%s of %s',
      async (scenario, version) => {
        const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
        // The suite exits with a code other than 0 if a check fails, so `run` rejects.
        const { stdout } = await run(NODE, [
          suite,
          'server',
          '--url',
          url,
          '--spec-version',
          version,
          '--scenario',
          scenario,
        ]);
        expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1\b/);
      },
      TIMEOUT,
    );
  });
}
