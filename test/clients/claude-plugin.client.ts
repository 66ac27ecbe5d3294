import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writePlugins } from '../../.build/plugins.ts';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { installed, NODE, ROOT } from './installed.ts';
import { LONG_SOURCE } from './long-source.ts';

const CLAUDE = installed(`@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`);
const PROMPT = 'Mend addMember in config.ts: the comma behind the last member is put in the wrong place.';

/** A user who has switched hooks on for whatever servers he has. */
async function user() {
  const home = tempDir();
  const [project, plugins] = [path.join(home, 'project'), path.join(home, 'plugins')];
  for (const folder of [project, path.join(home, '.claude')]) mkdirSync(folder);
  const env = { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_TIMEOUT_MS: '5000', MCP_PRUNER_LEDGER: 'off' };
  const settings = { env, permissions: { allow: ['mcp__plugin_mcp-pruner_pruner__artifact'] } };
  writeFileSync(path.join(home, '.claude/settings.json'), JSON.stringify(settings));
  writeFileSync(path.join(project, 'config.ts'), LONG_SOURCE);
  await writePlugins(plugins, `${ROOT}dist`);
  const run = async (args: readonly string[], url = ''): Promise<string> => {
    const child = spawn(CLAUDE, args, {
      cwd: project,
      env: {
        PATH: `${path.dirname(NODE)}:${process.env['PATH']}`,
        HOME: home,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'dummy',
        DISABLE_TELEMETRY: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, said, complaints] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
    expect(code, said + complaints).toBe(0);
    return said;
  };
  const ask = async (args: readonly string[], turns: readonly Turn[]): Promise<readonly ModelRequest[]> => {
    await using model = await startAnthropicModel([...turns, { text: 'Done.' }]);
    await run([...args, '-p', PROMPT], model.url);
    return model.requests;
  };
  return { plugins, file: path.join(project, 'config.ts'), run, ask };
}

/** What the model got: tools, the skill, a shortened Read, and all of it back. */
async function expectAtWork(args: readonly string[], { file, ask }: Awaited<ReturnType<typeof user>>): Promise<void> {
  const requests = await ask(args, [{ tool: 'Read', input: { file_path: file } }]);
  const { body } = requests[0] as ModelRequest;
  const tools = (body['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(tools).toContain('mcp__plugin_mcp-pruner_pruner__read');
  expect(JSON.stringify(body)).toContain('mcp-pruner:ask-with-a-question');
  const [read = ''] = toolResultsOf(requests.at(-1) as ModelRequest);
  expect(read).toContain('export function addMember');
  const [, ref = ''] = /\[mcp-pruner left out .* tool artifact, ref="(ax:[^"]+)"\]/.exec(read) ?? [];
  const input = { ref, pattern: 'function styleOf' };
  const again = await ask(args, [{ tool: 'mcp__plugin_mcp-pruner_pruner__artifact', input }]);
  expect(toolResultsOf(again.at(-1) as ModelRequest)[0]).toContain('export function styleOf');
}

test('the plugin works in Claude Code from its folder: tools, hooks and skill', async () => {
  const one = await user();
  await expectAtWork(['--plugin-dir', path.join(one.plugins, 'claude-code')], one);
});

test('the plugin is valid, and works when it is installed from a marketplace in a folder', async () => {
  const one = await user();
  await one.run(['plugin', 'validate', path.join(one.plugins, 'claude-code')]);
  await one.run(['plugin', 'marketplace', 'add', one.plugins]);
  await one.run(['plugin', 'install', 'mcp-pruner@mcp-pruner']);
  await expectAtWork([], one);
}, 120_000);
