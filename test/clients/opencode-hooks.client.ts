import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, SHORTER_SOURCE } from './long-source.ts';
import { opencodeUser } from './opencode-user.ts';
import { untilTold } from './until-told.ts';

const SETTINGS = '{\n  // mine\n  "$schema": "https://opencode.ai/config.json",\n  "autoupdate": false\n}\n';

/** In a new home opencode first installs a package of its own. */
const TIMEOUT = 240_000;

/** In whose project that file stands. */
function user() {
  const one = opencodeUser(tempDir(), SETTINGS);
  const file = path.join(one.project, 'config.ts');
  writeFileSync(file, SHORTER_SOURCE);
  return { ...one, file };
}

test('opencode’s own read and bash give its model what the session is about, and an edit after them works', {
  timeout: TIMEOUT,
}, async () => {
  const { settings, project, file, pruner, ask } = user();
  await pruner('init', '--opencode', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  writeFileSync(path.join(project, 'long.ts'), LONG_SOURCE);
  const [read = '', printed = '', cut = '', edited = ''] = await ask(ABOUT_SOURCE, [
    { said: 'I look at how a member is added.', tool: 'read', input: { filePath: file } },
    { tool: 'bash', input: { command: 'cat config.ts; exit 3', description: 'Show how a member is added' } },
    { tool: 'bash', input: { command: 'cat long.ts', description: 'Show how a member is added' } },
    { tool: 'edit', input: { filePath: file, oldString: MENDED_LINE, newString: '' } },
  ]);
  const at = SHORTER_SOURCE.slice(0, SHORTER_SOURCE.indexOf('export function addMember')).split('\n').length;
  expect(read).toContain(`\n${at}: export function addMember`);
  expect(read).toMatch(/^<path>.*<\/path>\n<type>file<\/type>\n<content>\n/);
  expect(read).toMatch(
    /does not seem to need: "I look at how a member is added\."\. All of it: tool artifact, ref="ax:/,
  );
  expect(read.length).toBeLessThan(SHORTER_SOURCE.length / 2);
  expect(printed).toContain('[mcp-pruner left out what this does not seem to need: "Show how a member is added".');
  // Of so long an output opencode itself shows the end.
  expect(cut).toContain('export function addMember');
  expect(edited).toContain('Edit applied successfully');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);

  const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(read) ?? [];
  const [back = ''] = await ask('Show me how a member is removed.', [
    { tool: 'pruner_artifact', input: { ref, pattern: 'function removeMember' } },
  ]);
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  read ');
  expect(await pruner('doctor')).toMatch(/PASS +opencode-hooks /);

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});

test('after init alone results come as they are, and what shortening them would spare is told', {
  timeout: TIMEOUT,
}, async () => {
  const { file, pruner, ask } = user();
  await pruner('init', '--opencode', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = ''] = await ask(ABOUT_SOURCE, [{ tool: 'read', input: { filePath: file } }]);
  expect(read).not.toContain('mcp-pruner left out');
  expect(read).toContain('export function removeMember');
  expect(await untilTold(pruner, 'What shadow mode has measured')).toContain('of 1 result 1 would have been shortened');
});

test('tools that change nothing run unasked after --allow, where your settings ask for all, and bash does not', {
  timeout: TIMEOUT,
}, async () => {
  const one = opencodeUser(tempDir(), '{ "permission": { "*": "ask" } }\n');
  const file = path.join(one.project, 'config.ts');
  writeFileSync(file, SHORTER_SOURCE);
  await one.pruner('init', '--opencode', '--allow');
  const [read = '', printed = ''] = await one.ask(ABOUT_SOURCE, [
    { tool: 'pruner_read', input: { file_path: file, context_focus_question: 'How is a member added?' } },
    { tool: 'pruner_bash', input: { command: 'echo ran' } },
  ]);
  expect(read).toContain('export function addMember');
  expect(printed).not.toContain('ran\n');
});
