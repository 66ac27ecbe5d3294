import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type OutlineEntry, readMarker } from '../../src/text/gap-marker.ts';
import { tempDir } from '../support/temp-dir.ts';
import { claudeUser } from './claude-user.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, withSource } from './long-source.ts';

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

/** The notice of the plugin, with the file that has all of it. */
const FILE_NOTICE = /\[mcp-pruner left out .* All of it: file "([^"]+)"/;

test('Claude Code’s own Read gives its model what the session is about, and an edit after it works', async () => {
  const { settings, file, pruner, ask } = withSource(claudeUser(tempDir(), SETTINGS), LONG_SOURCE);
  await pruner('init', '--claude-code', '--on', '--allow', '--env', 'MCP_PRUNER_HOOK_CUTS=more');
  const [read = '', range = '', edited = '', whole = ''] = await ask(ABOUT_SOURCE, [
    { tool: 'Read', input: { file_path: file } },
    ([read = '']) => {
      const { first, last } = outlined(read, 'styleOf');
      return { tool: 'Read', input: { file_path: file, offset: first, limit: last - first + 1 } };
    },
    { tool: 'Edit', input: { file_path: file, old_string: MENDED_LINE, new_string: '' } },
    { tool: 'Read', input: { file_path: file } },
  ]);
  expect(read).toContain('export function addMember');
  expect(read).not.toContain('export function styleOf');
  expect(FILE_NOTICE.exec(read)?.[1]).toBe(file);
  expect(read.length).toBeLessThan(LONG_SOURCE.length / 2);
  expect(range).toContain('export function styleOf');
  expect(range.split('\n')).toHaveLength(6);
  expect(range).toMatch(/\t\}\s*$/);
  expect(edited).toContain('has been updated');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);
  expect(whole).toContain('export function styleOf');
  expect(whole).not.toContain('(filtered ');
  expect(await pruner('stats')).toMatch(/Claude Code: of \d+ long results in 1 session 1 were shortened/);
  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});
