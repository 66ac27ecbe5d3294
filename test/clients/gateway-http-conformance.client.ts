import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOLS } from '../support/mcp-servers/conformance-tools.ts';
import { until } from '../support/until.ts';
import { BY_KEY, SESSION_SCENARIOS, STATELESS_SCENARIOS } from './conformance-scenarios.ts';
import { installed, NODE, ROOT } from './installed.ts';
import { type StartedGateway, startGateway } from './started-gateway.ts';

const run = promisify(execFile);
const TIMEOUT = 60_000;
/** One scenario waits 600 ms for an answer, in which a server has to start. On a slow machine it is there the next time. */
const IN_TIME = { timeout: TIMEOUT, retry: 5 };

/** Starts a proxy that adds the key to each request, because the suite cannot send it. */
async function startKeyProxy({ url, key }: StartedGateway): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    const handed = request(url, { method: asked.method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers).flushHeaders();
      answered.pipe(answer);
    });
    handed.on('error', () => answer.destroy());
    answer.once('close', () => handed.destroy());
    asked.pipe(handed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe.each([
  { era: 'sessions', fixture: 'conformance-server.ts', scenarios: SESSION_SCENARIOS, version: [] },
  {
    ...{ era: '2026-07-28', fixture: 'conformance-modern-server.ts', scenarios: STATELESS_SCENARIOS },
    version: ['--spec-version', '2026-07-28'],
  },
  {
    ...{ era: '2026-07-28 before a server of 2025-11-25', fixture: 'conformance-server.ts' },
    scenarios: STATELESS_SCENARIOS.filter((scenario) => !BY_KEY.includes(scenario)),
    version: ['--spec-version', '2026-07-28'],
  },
])('the official conformance suite, the gateway over HTTP: $era', ({ fixture, scenarios, version }) => {
  let gateway: StartedGateway;
  let proxy: Awaited<ReturnType<typeof startKeyProxy>>;

  beforeAll(async () => {
    const entry = { command: NODE, args: [`${ROOT}test/support/mcp-servers/${fixture}`] };
    gateway = await startGateway({ fixture: entry }, { MCP_PRUNER_PREFIX: 'off', MCP_PRUNER_LOG: 'error' });
    proxy = await startKeyProxy(gateway);
  });
  afterAll(() => proxy.close());

  // Has to be first: the gateway remembers a server's lists after this, and the suite does not wait for changed lists.
  test('all tools are listed', async () => {
    const client = new Client({ name: 'lister', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(proxy.url));
    await client.connect(transport as Transport);
    await until(async () => {
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      return Object.keys(TOOLS).every((name) => names.includes(name)) || undefined;
    });
    await transport.terminateSession();
    await client.close();
  });

  test.each(scenarios)('%s', IN_TIME, async (scenario) => {
    const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
    const asked = [suite, 'server', '--url', proxy.url, ...version, '--scenario', scenario];
    // The suite exits with a code other than 0 if a check fails.
    const { stdout } = await run(NODE, asked).catch((failed: { readonly stdout: string }) => failed);
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  });

  test('it ends in order', async () => expect(await gateway.end()).toBe(0));
});
