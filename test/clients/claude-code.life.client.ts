import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { claudeUser } from './claude-user.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, NOTICE, withSource } from './long-source.ts';
import { untilTold } from './until-told.ts';

const SETTINGS = '{\n  "permissions": { "allow": ["Bash(cat:*)", "Edit"] }\n}\n';

test('Claude Code’s own Read and Bash give its model what the session is about, and an edit after them works', async () => {
  const { settings, file, pruner, ask } = withSource(claudeUser(tempDir(), SETTINGS), LONG_SOURCE);
  await pruner('init', '--claude-code', '--on', '--allow', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = '', printed = '', edited = '', back = ''] = await ask(ABOUT_SOURCE, [
    { tool: 'Read', input: { file_path: file } },
    { tool: 'Bash', input: { command: 'cat config.ts', description: 'Show how a member is added' } },
    { tool: 'Edit', input: { file_path: file, old_string: MENDED_LINE, new_string: '' } },
    ([read = '']) => ({
      tool: 'mcp__pruner__artifact',
      input: { ref: NOTICE.exec(read)?.[1], pattern: 'function styleOf' },
    }),
  ]);
  expect(read).toContain('export function addMember');
  expect(read).not.toContain('export function styleOf');
  expect(read).toMatch(NOTICE);
  expect(read.length).toBeLessThan(LONG_SOURCE.length / 2);
  expect(printed).toContain('[mcp-pruner left out what this does not seem to need: "Show how a member is added".');
  expect(edited).toContain('has been updated');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);
  expect(back).toContain('export function styleOf');
  await untilTold(pruner, '\n  Read ');

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});
