import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROMPTS } from '../support/mcp-servers/conformance-prompts.ts';
import { RESOURCE_TEMPLATES, RESOURCES } from '../support/mcp-servers/conformance-resources.ts';
import { TOOLS } from '../support/mcp-servers/conformance-tools.ts';
import { running } from '../support/running.ts';
import { removeFolder } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { SESSION_SCENARIOS } from './conformance-scenarios.ts';
import { type HttpBridge, startHttpBridge } from './http-bridge.ts';
import { installed, NODE, ROOT } from './installed.ts';

const run = promisify(execFile);
const TIMEOUT = 60_000;

let home: string;
let pids: string;
let bridge: HttpBridge;
let coldBridge: HttpBridge;

/** The environment of a launcher with the fixture server behind it. */
function envIn(folder: string): Readonly<Record<string, string>> {
  const file = `${ROOT}test/support/mcp-servers/conformance-server.ts`;
  const mcpServers = { fixture: { command: NODE, args: [file], env: { PIDS: pids } } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
  return { HOME: folder, MCP_PRUNER_HOME: folder, MCP_PRUNER_PREFIX: 'off', MCP_PRUNER_LOG: 'warn' };
}

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'gateway-conformance-'));
  pids = path.join(home, 'pids');
  const env = envIn(home);
  bridge = await startHttpBridge(() => env);
  let sessions = 0;
  coldBridge = await startHttpBridge(() => envIn(path.join(home, `cold-${++sessions}`)));
});
afterAll(() => removeFolder(home));

// Has to be first: the gateway remembers a server's lists after this, and the suite does not wait for changed lists.
test('all that a server offers is listed behind the gateway', async () => {
  const client = new Client({ name: 'lister', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(bridge.url));
  await client.connect(transport as Transport);
  const listed = async () => {
    const [{ tools }, { prompts }, { resources }, { resourceTemplates }] = await Promise.all([
      client.listTools(),
      client.listPrompts(),
      client.listResources(),
      client.listResourceTemplates(),
    ]);
    const names = [...tools, ...prompts, ...resourceTemplates].map(({ name }) => name);
    return [...names, ...resources.map(({ uri }) => uri)];
  };
  const offered = [...Object.keys(TOOLS), ...Object.keys(PROMPTS), ...RESOURCE_TEMPLATES.map(({ name }) => name)];
  const all = [...offered, ...RESOURCES.map(({ uri }) => uri)];
  await until(async () => {
    const names = await listed();
    return all.every((name) => names.includes(name)) ? true : undefined;
  });
  await transport.terminateSession();
  await client.close();
  await until(async () => (existsSync(path.join(home, 'gateway', 'lists.json')) ? true : undefined));
});

test.each(SESSION_SCENARIOS)(
  'the official conformance suite, a server behind the gateway: %s',
  async (scenario) => {
    const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
    // The suite exits with a code other than 0 if a check fails, so `run` rejects.
    const { stdout } = await run(NODE, [suite, 'server', '--url', bridge.url, '--scenario', scenario]);
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  },
  TIMEOUT,
);

test.each(SESSION_SCENARIOS)(
  'the official conformance suite, a server that no run before has seen: %s',
  async (scenario) => {
    const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
    const { stdout } = await run(NODE, [suite, 'server', '--url', coldBridge.url, '--scenario', scenario]);
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  },
  TIMEOUT,
);

test('every process ends with its session', async () => {
  const codes = [...(await bridge.close()), ...(await coldBridge.close())];
  expect(new Set(codes)).toEqual(new Set([0]));
  const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  expect(started.length).toBeGreaterThan(1);
  expect(await running(started)).toEqual([]);
});
