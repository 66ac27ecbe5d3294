import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { claudeUser } from './claude-user.ts';
import { ROOT } from './installed.ts';

const SOURCES = `${ROOT}launcher/gateway/config/`;
/** Some 1,600 lines of this repository's own. */
const LONG = readdirSync(SOURCES)
  .sort()
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(SOURCES + name, 'utf8'))
  .join('');
const SETTINGS = '{\n  "permissions": { "allow": ["Bash(cat:*)", "Edit"] }\n}\n';

/** In whose project that file stands. */
function user() {
  const one = claudeUser(tempDir(), SETTINGS);
  const file = path.join(one.project, 'config.ts');
  writeFileSync(file, LONG);
  return { ...one, file };
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
  await until(async () => (await pruner('stats', '--json')).includes('"Read"') || undefined);

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});

test('after init alone results come as they are, and what shortening them would spare is told', async () => {
  const { file, pruner, ask } = user();
  await pruner('init', '--claude-code', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = ''] = await ask(PROMPT, [{ tool: 'Read', input: { file_path: file } }]);
  expect(read).toContain('export function styleOf');
  expect(read).not.toContain('mcp-pruner left out');
  // A process of its own counts, behind the answer.
  const stats = await until(async () => {
    const told = await pruner('stats');
    return told.includes('Read') ? told : undefined;
  });
  console.log(stats);
  expect(stats).toContain('of 1 result 1 would have been shortened');
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
