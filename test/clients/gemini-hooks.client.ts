import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { geminiUser } from './gemini-user.ts';
import { ABOUT_SOURCE, MENDED_LINE, SHORTER_SOURCE } from './long-source.ts';
import { untilTold } from './until-told.ts';

const SETTINGS = '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n';
const TIMEOUT = 120_000;

/** In whose project that file stands. */
function user() {
  const one = geminiUser(tempDir(), SETTINGS);
  const file = path.join(one.project, 'config.ts');
  writeFileSync(file, SHORTER_SOURCE);
  return { ...one, file };
}

test('Gemini CLI’s own tools give its model what the session is about, and an edit after them works', {
  timeout: TIMEOUT,
}, async () => {
  const { settings, file, pruner, ask } = user();
  await pruner('init', '--gemini', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = '', printed = '', edited = ''] = await ask(
    ABOUT_SOURCE,
    [
      { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: file } },
      {
        said: 'Once more.',
        tool: 'run_shell_command',
        input: { command: 'cat config.ts; exit 3', description: 'Show how a member is added' },
      },
      { tool: 'replace', input: { file_path: file, old_string: MENDED_LINE, new_string: '', instruction: 'Mend it' } },
    ],
    '--yolo',
  );
  expect(read).toContain('export function addMember');
  expect(read.length).toBeLessThan(SHORTER_SOURCE.length / 2);
  expect(read).toMatch(
    /does not seem to need: "I look at how a member is added\."\. All of it: tool artifact, ref="ax:/,
  );
  expect(printed).toMatch(/^<untrusted_context>\nOutput: /);
  expect(printed).toContain('[mcp-pruner left out');
  expect(printed).toMatch(/\nExit Code: 3\n/);
  expect(edited).toContain('Successfully modified file');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);

  const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(read) ?? [];
  const [back = ''] = await ask(
    'Show me how a member is removed.',
    [{ tool: 'mcp_pruner_artifact', input: { ref, pattern: 'function removeMember' } }],
    '--yolo',
  );
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  read_file ');
  expect(await pruner('doctor')).toMatch(/PASS +gemini-hooks /);

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});

test('tools that change nothing run unasked after --allow, and bash does not', {
  timeout: TIMEOUT,
}, async () => {
  const { file, pruner, ask } = user();
  const turns = [
    { tool: 'mcp_pruner_read', input: { file_path: file, context_focus_question: 'How is a member added?' } },
    { tool: 'mcp_pruner_bash', input: { command: 'echo ran' } },
  ];
  await pruner('init', '--gemini');
  const [asked = ''] = await ask(ABOUT_SOURCE, turns);
  expect(asked).not.toContain('export function addMember');
  await pruner('init', '--gemini', '--allow');
  const [read = '', refused = ''] = await ask(ABOUT_SOURCE, turns);
  expect(read).toContain('export function addMember');
  expect(refused).not.toContain('ran\n');
});

test('nobody is asked for a permission, and each result is its own', {
  timeout: TIMEOUT,
}, async () => {
  const { project, file, pruner, ask } = user();
  await pruner('init', '--gemini', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const other = path.join(project, 'other.ts');
  writeFileSync(other, SHORTER_SOURCE.replaceAll('addMember', 'addOtherMember'));
  const [one = '', two = ''] = await ask(ABOUT_SOURCE, [
    { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: file } },
    { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: other } },
  ]);
  expect(one).toContain('export function addMember');
  expect(two).toContain('export function addOtherMember');
  for (const read of [one, two]) expect(read).toContain('[mcp-pruner left out');
});

test('an agent that it starts, which has another task and few tools, gets its results whole', {
  timeout: TIMEOUT,
}, async () => {
  const { file, pruner, delegate } = user();
  await pruner('init', '--gemini', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
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
  await pruner('init', '--gemini', '--on');
  const written = readFileSync(settings, 'utf8');
  const hooked = written.replace(/("command": "\[ .*?)hook\.cjs/, '$1hook-of-a-version-that-is-gone.cjs');
  expect(hooked).not.toBe(written);
  writeFileSync(settings, hooked);
  const [read = ''] = await ask(ABOUT_SOURCE, [{ tool: 'read_file', input: { file_path: file } }]);
  expect(read).toBe(SHORTER_SOURCE);
});
