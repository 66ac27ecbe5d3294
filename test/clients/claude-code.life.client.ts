import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type OutlineEntry, readMarker } from '../../src/text/gap-marker.ts';
import { tempDir } from '../support/temp-dir.ts';
import { claudeUser } from './claude-user.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, NOTICE, withSource } from './long-source.ts';
import { untilTold } from './until-told.ts';

/** Finds a definition in the gaps of a shown text, and returns the lines that the gap gives for it. */
function outlined(shown: string, name: string): OutlineEntry {
  for (const line of shown.split('\n')) {
    const gap = readMarker(line.replace(/^\s*\d+\t/, ''));
    const found = gap?.kind === 'filtered' ? gap.outline.find((entry) => entry.name === name) : undefined;
    if (found !== undefined) return found;
  }
  throw new Error(`no gap names ${name}: ${shown}`);
}

const SETTINGS = '{\n  "permissions": { "allow": ["Bash(cat:*)", "Edit"] }\n}\n';

test('Claude Code’s own Read and Bash give its model what the session is about, and an edit after them works', async () => {
  const { settings, file, pruner, ask } = withSource(claudeUser(tempDir(), SETTINGS), LONG_SOURCE);
  await pruner('init', '--claude-code', '--on', '--allow', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = '', range = '', printed = '', edited = '', whole = '', back = ''] = await ask(ABOUT_SOURCE, [
    { tool: 'Read', input: { file_path: file } },
    ([read = '']) => {
      const { first, last } = outlined(read, 'styleOf');
      return { tool: 'Read', input: { file_path: file, offset: first, limit: last - first + 1 } };
    },
    { tool: 'Bash', input: { command: 'cat config.ts', description: 'Show how a member is added' } },
    { tool: 'Edit', input: { file_path: file, old_string: MENDED_LINE, new_string: '' } },
    { tool: 'Read', input: { file_path: file } },
    ([read = '']) => ({
      tool: 'mcp__pruner__artifact',
      input: { ref: NOTICE.exec(read)?.[1], pattern: 'function styleOf' },
    }),
  ]);
  expect(read).toContain('export function addMember');
  expect(read).not.toContain('export function styleOf');
  expect(read).toMatch(NOTICE);
  expect(read.length).toBeLessThan(LONG_SOURCE.length / 2);
  expect(range).toContain('export function styleOf');
  expect(range.split('\n')).toHaveLength(6);
  expect(range).toMatch(/\t\}\s*$/);
  expect(printed).toContain('[mcp-pruner left out what this does not seem to need: "Show how a member is added".');
  expect(edited).toContain('has been updated');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);
  expect(whole).toContain('export function styleOf');
  expect(whole).toContain('[mcp-pruner left out nothing this time');
  expect(whole).not.toContain('(filtered ');
  expect(back).toContain('export function styleOf');
  await untilTold(pruner, '\n  Read ');

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});
