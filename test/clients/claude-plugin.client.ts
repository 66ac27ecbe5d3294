import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writePlugins } from '../../.build/plugins.ts';
import { toolResultsOf, toolsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { CLAUDE, claudeUser } from './claude-user.ts';
import { ROOT } from './installed.ts';
import { ABOUT_SOURCE, LONG_SOURCE, NOTICE, withSource } from './long-source.ts';

/** Creates a user who has switched hooks on for every server. */
async function user() {
  const home = tempDir();
  const env = { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_TIMEOUT_MS: '5000', MCP_PRUNER_LEDGER: 'off' };
  const permissions = { allow: ['Bash', 'mcp__plugin_mcp-pruner_pruner'] };
  const one = withSource(claudeUser(home, JSON.stringify({ env, permissions })), LONG_SOURCE);
  const plugins = path.join(home, 'plugins');
  await writePlugins(plugins, `${ROOT}dist`);
  return { ...one, plugins };
}

/** Checks what the model got: tools, the skill, a shortened Read, and the whole text of the Read. */
async function expectAtWork(args: readonly string[], { file, talk }: Awaited<ReturnType<typeof user>>): Promise<void> {
  const requests = await talk(ABOUT_SOURCE, [{ tool: 'Read', input: { file_path: file } }], ...args);
  const first = requests[0] as ModelRequest;
  expect(toolsOf(first)).toContain('mcp__plugin_mcp-pruner_pruner__read');
  expect(JSON.stringify(first.body)).toContain('mcp-pruner:ask-with-a-question');
  const [read = ''] = toolResultsOf(requests.at(-1) as ModelRequest);
  expect(read).toContain('export function addMember');
  const [, ref = ''] = NOTICE.exec(read) ?? [];
  const input = { ref, pattern: 'function styleOf' };
  const again = await talk(ABOUT_SOURCE, [{ tool: 'mcp__plugin_mcp-pruner_pruner__artifact', input }], ...args);
  expect(toolResultsOf(again.at(-1) as ModelRequest)[0]).toContain('export function styleOf');
}

test('tools of the plugin follow a cd', async () => {
  const { project, plugins, talk } = await user();
  mkdirSync(path.join(project, 'sub'));
  writeFileSync(path.join(project, 'sub/a.txt'), 'here: sub\n');
  const turns = [
    { tool: 'Bash', input: { command: 'cd sub' } },
    { tool: 'mcp__plugin_mcp-pruner_pruner__read', input: { file_path: 'a.txt' } },
  ];
  const requests = await talk('Where are we?', turns, '--plugin-dir', path.join(plugins, 'claude-code'));
  expect(toolResultsOf(requests.at(-1) as ModelRequest)[1]).toBe(`here: sub\n\n[in ${project}/sub]`);
});

test('the plugin works in Claude Code from its folder: tools, hooks and skill', async () => {
  const one = await user();
  await expectAtWork(['--plugin-dir', path.join(one.plugins, 'claude-code')], one);
});

test('the plugin is valid, and works when it is installed from a marketplace in a folder', async () => {
  const one = await user();
  await one.run([CLAUDE, 'plugin', 'validate', path.join(one.plugins, 'claude-code')]);
  await one.run([CLAUDE, 'plugin', 'marketplace', 'add', one.plugins]);
  await one.run([CLAUDE, 'plugin', 'install', 'mcp-pruner@mcp-pruner']);
  await expectAtWork([], one);
}, 120_000);
