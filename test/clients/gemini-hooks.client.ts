import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { geminiUser } from './gemini-user.ts';
import { ABOUT_SOURCE, NOTICE, SHORTER_SOURCE, withSource } from './long-source.ts';

const SETTINGS = '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n';
const TIMEOUT = 120_000;

const user = () => withSource(geminiUser(tempDir(), SETTINGS));

test('tools that change nothing run unasked after --allow, and bash does not', { timeout: TIMEOUT }, async () => {
  const { file, pruner, talk, complaints } = user();
  await pruner('init', '--gemini');
  const before = await talk(ABOUT_SOURCE, []);
  expect(before.tools.filter((tool) => tool.startsWith('mcp_'))).toEqual([]);
  await pruner('init', '--gemini', '--allow', '--env', 'MCP_PRUNER_TOOLS=all');
  const { given, tools } = await talk(ABOUT_SOURCE, [
    { tool: 'mcp_pruner_read', input: { file_path: file, context_focus_question: 'How is a member added?' } },
  ]);
  expect(given[0]).toContain('export function addMember');
  // If nobody can be asked, the host does not offer tools that need permission.
  expect(tools).not.toContain('mcp_pruner_bash');
  // The host prints its deprecation warnings at each start.
  expect(await complaints()).not.toContain('deprecated');
});

test('nobody is asked for a permission, and each result is its own', { timeout: TIMEOUT }, async () => {
  const { project, file, pruner, ask } = user();
  await pruner(
    'init',
    '--gemini',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  const other = path.join(project, 'other.ts');
  writeFileSync(other, SHORTER_SOURCE.replaceAll('addMember', 'addOtherMember'));
  const [one = '', two = ''] = await ask(ABOUT_SOURCE, [
    { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: file } },
    { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: other } },
  ]);
  expect(one).toContain('export function addMember');
  expect(two).toContain('export function addOtherMember');
  for (const read of [one, two]) expect(read).toContain('[mcp-pruner left out');
  const [, back = ''] = await ask(ABOUT_SOURCE, [
    { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: file } },
    ([read = '']) => ({
      tool: 'mcp_pruner_artifact',
      input: { ref: NOTICE.exec(read)?.[1], pattern: 'function removeMember' },
    }),
  ]);
  expect(back).toContain('export function removeMember');
});

test('an agent that it starts, which has another task and few tools, gets its results whole', {
  timeout: TIMEOUT,
}, async () => {
  const { file, pruner, delegate } = user();
  await pruner(
    'init',
    '--gemini',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  const report = { SummaryOfFindings: 'Found.', ExplorationTrace: [], RelevantLocations: [] };
  const { given, tools } = await delegate('codebase_investigator', [
    { said: 'I look at how a member is added.', tool: 'grep_search', input: { pattern: 'text' } },
    { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: file } },
    { tool: 'complete_task', input: { report } },
  ]);
  expect(tools).not.toContain('run_shell_command');
  const [found = '', read = ''] = given;
  expect(found).toMatch(/^Found \d+ matches/);
  expect(found).not.toContain('[mcp-pruner left out');
  expect(read).toBe(SHORTER_SOURCE);
});

test('what an update has taken away leaves results as they are', { timeout: TIMEOUT }, async () => {
  const { settings, file, pruner, ask } = user();
  await pruner('init', '--gemini', '--on', '--env', 'MCP_PRUNER_HOOK_CUTS=more');
  const written = readFileSync(settings, 'utf8');
  const hooked = written.replace(/("command": "\[ .*?)hook\.cjs/, '$1hook-of-a-version-that-is-gone.cjs');
  expect(hooked).not.toBe(written);
  writeFileSync(settings, hooked);
  const [read = ''] = await ask(ABOUT_SOURCE, [{ tool: 'read_file', input: { file_path: file } }]);
  expect(read).toBe(SHORTER_SOURCE);
});
