import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startAnthropicModel, toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Turn } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { installed, NODE, ROOT } from './installed.ts';

const CLAUDE = installed(`@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`);
const SOURCES = `${ROOT}launcher/gateway/config/`;
/** Some 1,600 lines of this repository's own. */
const LONG = readdirSync(SOURCES)
  .sort()
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(SOURCES + name, 'utf8'))
  .join('');
const SETTINGS = '{\n  "permissions": { "allow": ["Bash(cat:*)", "Edit"] }\n}\n';

/** A user who has used Claude Code in a project, with nothing set that is not his to set. */
function user() {
  const home = tempDir();
  const project = path.join(home, 'shop');
  const settings = path.join(home, '.claude/settings.json');
  const file = path.join(project, 'config.ts');
  for (const folder of [project, path.dirname(settings)]) mkdirSync(folder);
  writeFileSync(settings, SETTINGS);
  writeFileSync(file, LONG);
  const run = async (command: string, args: readonly string[], url = ''): Promise<string> => {
    const child = spawn(command, args, {
      cwd: project,
      env: {
        PATH: process.env['PATH'],
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
  return {
    ...{ home, settings, file },
    pruner: (...args: readonly string[]) => run(NODE, [`${ROOT}dist/index.js`, ...args]),
    /** What its model was sent for its calls. */
    async ask(prompt: string, turns: readonly Turn[]): Promise<readonly string[]> {
      await using model = await startAnthropicModel([...turns, { text: 'Mended.' }]);
      expect(await run(CLAUDE, ['-p', prompt], model.url)).toContain('Mended.');
      return toolResultsOf(model.requests.at(-1) as ModelRequest);
    },
    /** Goes on with the last session; what its model was sent at last. */
    async goOn(prompt: string): Promise<string> {
      await using model = await startAnthropicModel([{ text: 'Mended.' }]);
      await run(CLAUDE, ['-c', '-p', prompt], model.url);
      return JSON.stringify(model.requests.at(-1)?.body['messages']);
    },
  };
}

const PROMPT = 'Mend addMember in config.ts: the comma behind the last member is put in the wrong place.';

test('Claude Code’s own Read and Bash give its model what the session is about, and an edit after them works', async () => {
  const { settings, file, pruner, ask } = user();
  await pruner('init', '--claude-code', '--on', '--allow', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const old = '  if (last === undefined || trailing !== undefined) return added;\n';
  const [read = '', printed = '', edited = ''] = await ask(PROMPT, [
    { tool: 'Read', input: { file_path: file } },
    { tool: 'Bash', input: { command: 'cat config.ts', description: 'Show how a member is added' } },
    { tool: 'Edit', input: { file_path: file, old_string: old, new_string: '' } },
  ]);
  console.log(read);
  expect(read).toContain('export function addMember');
  expect(read).not.toContain('export function styleOf');
  expect(read).toMatch(/\[mcp-pruner left out .* tool artifact, ref="ax:\/\/read\/\w+"\]/);
  expect(read.length).toBeLessThan(LONG.length / 2);
  expect(printed).toContain('[mcp-pruner left out what this does not seem to need: "Show how a member is added".');
  expect(edited).toContain('has been updated');
  expect(readFileSync(file, 'utf8')).not.toContain(old);

  const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(read) ?? [];
  const [back = ''] = await ask('Show me how the style is found.', [
    { tool: 'mcp__pruner__artifact', input: { ref, pattern: 'function styleOf' } },
  ]);
  expect(back).toContain('export function styleOf');
  const stats = await pruner('stats', '--json');
  expect(stats).toContain('"Read"');

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});

test('after init alone results come as they are, and what shortening them would spare is told', async () => {
  const { file, pruner, ask } = user();
  await pruner('init', '--claude-code', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = ''] = await ask(PROMPT, [{ tool: 'Read', input: { file_path: file } }]);
  expect(read).toContain('export function styleOf');
  expect(read).not.toContain('mcp-pruner left out');
  const stats = await pruner('stats');
  console.log(stats);
  expect(stats).toMatch(/Read/);
});

test('after a compaction the model is told where all of it is', async () => {
  const { file, pruner, ask, goOn } = user();
  await pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = ''] = await ask(PROMPT, [{ tool: 'Read', input: { file_path: file } }]);
  const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(read) ?? [];
  await goOn('/compact');
  const sent = await goOn('Go on.');
  expect(sent).toContain('mcp-pruner had left out parts of these results');
  expect(sent).toContain(ref);
});
