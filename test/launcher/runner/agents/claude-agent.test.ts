import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { claudeAgent } from '../../../../launcher/runner/agents/claude-agent.ts';
import { findPackage } from '../../../../launcher/runner/agents/find-package.ts';
import type { McpServers } from '../../../../launcher/runner/provider-run-options.ts';
import { defersTools } from '../../../../launcher/setup/defers-tools.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** Returns the `mcpServers` that a fake Claude Agent SDK gets. */
async function optionsFor(mcpServers: McpServers | undefined): Promise<unknown> {
  const home = tempDir();
  const sdk = path.join(home, 'lib/node_modules/@anthropic-ai/claude-agent-sdk');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(path.join(sdk, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(path.join(sdk, 'index.js'), 'export async function* query({ options }) { yield options.mcpServers; }');
  const env = { PATH: path.join(home, 'bin') };
  const order = {
    prompt: 'Where?',
    cwd: home,
    env,
    allowedTools: [],
    signal: new AbortController().signal,
    mcpServers,
  };
  const said: unknown[] = [];
  for await (const one of claudeAgent.messages(order)) said.push(one);
  return said[0];
}

// An SDK installed beside our package would be found first.
const isAlone = findPackage('@anthropic-ai/claude-agent-sdk', '') === undefined;

test.runIf(isAlone)('our tools are in the first request, and charged, whatever tool search hides', async () => {
  const pruner = { command: 'node', args: ['/x.js'], env: { A: '1' } };
  const env = { A: '1', ENABLE_TOOL_SEARCH: 'false' };
  const other = { command: 'other' };
  expect(await optionsFor({ pruner, other })).toEqual({ other, pruner: { ...pruner, env, alwaysLoad: true } });
  const places = { env, home: tempDir(), cwd: '/', platform: 'linux' } as const;
  expect(await defersTools('claude-code', places, { ...pruner, env: {} })).toBe(false);
  expect(await optionsFor({ other })).toEqual({ other });
});

test.runIf(isAlone)('a run without tools has no servers', async () => {
  expect(await optionsFor(undefined)).toBeUndefined();
});
