import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { META } from '../../src/mcp/modern/request-meta.ts';
import { TOOLS } from '../support/mcp-servers/conformance-tools.ts';
import { running } from '../support/running.ts';
import { until } from '../support/until.ts';
import { BY_KEY, STATELESS_SCENARIOS } from './conformance-scenarios.ts';
import { installed, NODE, ROOT } from './installed.ts';
import { type StatelessBridge, startStatelessBridge } from './stateless-bridge.ts';

const run = promisify(execFile);
const TIMEOUT = 60_000;
const VERSION = '2026-07-28';

interface Target {
  readonly name: string;
  /** File name of the fixture in test/support/mcp-servers. */
  readonly fixture: string;
  /** True to put the launcher in front of the fixture. */
  readonly behind: boolean;
  readonly except: readonly string[];
}

const TARGETS: readonly Target[] = [
  { name: 'a server of 2025-11-25 behind the gateway', fixture: 'conformance-server.ts', behind: true, except: BY_KEY },
  {
    name: 'a server of 2026-07-28 behind the gateway',
    fixture: 'conformance-modern-server.ts',
    behind: true,
    except: [],
  },
  // Without the launcher, to show that failures behind it are the launcher's and not the fixture's.
  { name: 'a server of 2026-07-28 by itself', fixture: 'conformance-modern-server.ts', behind: false, except: [] },
];

test('the scenarios are those that the suite requires', () => {
  const file = installed(`@modelcontextprotocol/conformance/requirements/${VERSION}.yaml`);
  const [, required = ''] = /\nserver:\n((?: {2}- .*\n)+)/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(STATELESS_SCENARIOS.toSorted()).toEqual((required.match(/[\w-]{2,}/g) ?? []).toSorted());
});

describe.each(TARGETS)('the official conformance suite for 2026-07-28, $name', ({ fixture, behind, except }) => {
  let home: string;
  let pids: string;
  let bridge: StatelessBridge;

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'stateless-conformance-'));
    pids = path.join(home, 'pids');
    const file = `${ROOT}test/support/mcp-servers/${fixture}`;
    const mcpServers = { fixture: { command: NODE, args: [file], env: { PIDS: pids } } };
    writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
    const env = { HOME: home, MCP_PRUNER_HOME: home, MCP_PRUNER_PREFIX: 'off', MCP_PRUNER_LOG: 'error' };
    bridge = behind ? await startStatelessBridge(env) : await startStatelessBridge({ ...env, PIDS: pids }, file);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  // Has to be first, because the suite does not wait for changed lists.
  test('all tools are listed', async () => {
    await until(async () => {
      const names = await listTools(bridge.url);
      return Object.keys(TOOLS).every((name) => names.includes(name)) || undefined;
    });
  });

  test.each(STATELESS_SCENARIOS.filter((scenario) => !except.includes(scenario)))(
    '%s',
    async (scenario) => {
      const suite = installed('@modelcontextprotocol/conformance/dist/index.js');
      // The suite exits with a code other than 0 if a check fails, so `run` rejects.
      const { stdout } = await run(NODE, [
        ...[suite, 'server', '--url', bridge.url],
        ...['--spec-version', VERSION, '--scenario', scenario],
      ]);
      expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
    },
    TIMEOUT,
  );

  test('nothing was asked of the client by a request of its own, and every process ends', async () => {
    expect(bridge.asked).toEqual([]);
    expect(await bridge.close()).toBe(0);
    const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    expect(started).toHaveLength(1);
    expect(await running(started)).toEqual([]);
  });
});

async function listTools(url: string): Promise<readonly string[]> {
  const _meta = {
    [META.version]: VERSION,
    // The capabilities of the first request decide what the gateway tells servers of earlier versions about its client.
    [META.capabilities]: { sampling: {}, elicitation: {}, roots: {} },
  };
  const headers = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/list' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } });
  const { result } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
    readonly result: { readonly tools: readonly { readonly name: string }[] };
  };
  return result.tools.map(({ name }) => name);
}
