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
const SCENARIOS = [
  ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'logging-set-level', 'dns-rebinding-protection'],
];
/** The same for 2026-07-28. */
const REQUEST_SCENARIOS = ['tools-list', 'resources-list', 'sep-2164-resource-not-found', 'dns-rebinding-protection'];
/**
 * Scenarios of which some checks need the suite's tools, or prompts. The worker has none, so it answers `prompts/list`
 * with "Method not found".
 */
const PARTLY = { 'server-stateless': /Passed: 21\/25, 4 failed/, caching: /Passed: 6\/7, 1 failed/ };

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
      const made = await admin.v1.keys.$post({ json: { team: 'Blue', name: 'Suite', scopes: ['prune', 'artifacts'] } });
      if (!made.ok) throw new Error(`no key: ${made.status}`);
      // The suite cannot send a key in a header, so the key is in the path.
      url = `${server.url}/k/${(await made.json()).key}/mcp`;
    }, TIMEOUT);
    afterAll(async () => {
      await server.stop();
      await runtime.dispose();
    });

    const all = /Passed: ([1-9]\d*)\/\1\b/;
    test.each([
      ...SCENARIOS.map((scenario) => [scenario, '2025-11-25', all] as const),
      ...REQUEST_SCENARIOS.map((scenario) => [scenario, '2026-07-28', all] as const),
      ...Object.entries(PARTLY).map(([scenario, some]) => [scenario, '2026-07-28', some] as const),
    ])(
      '%s of %s',
      async (scenario, version, passed) => {
        const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
        const asked = [suite, 'server', '--url', url, '--spec-version', version, '--scenario', scenario];
        // The suite exits with a code other than 0 if a check fails.
        const { stdout } = await run(NODE, asked).catch((failed: { readonly stdout: string }) => failed);
        expect(stdout).toMatch(passed);
      },
      TIMEOUT,
    );
  });
}
