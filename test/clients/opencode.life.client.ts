import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, NOTICE, SHORTER_SOURCE, withSource } from './long-source.ts';
import { opencodeUser } from './opencode-user.ts';
import { untilTold } from './until-told.ts';

const SETTINGS = '{\n  // mine\n  "$schema": "https://opencode.ai/config.json",\n  "autoupdate": false\n}\n';

/** In a new home, opencode first installs a package. */
const TIMEOUT = 240_000;

test('opencode’s own read and bash give its model what the session is about, and an edit after them works', {
  timeout: TIMEOUT,
}, async () => {
  const { settings, project, file, pruner, ask } = withSource(opencodeUser(tempDir(), SETTINGS));
  await pruner(
    'init',
    '--opencode',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  writeFileSync(path.join(project, 'long.ts'), LONG_SOURCE);
  const [read = '', printed = '', cut = '', edited = '', back = ''] = await ask(ABOUT_SOURCE, [
    { said: 'I look at how a member is added.', tool: 'read', input: { filePath: file } },
    { tool: 'bash', input: { command: 'cat config.ts; exit 3', description: 'Show how a member is added' } },
    { tool: 'bash', input: { command: 'cat long.ts', description: 'Show how a member is added' } },
    { tool: 'edit', input: { filePath: file, oldString: MENDED_LINE, newString: '' } },
    ([read = '']) => ({
      tool: 'pruner_artifact',
      input: { ref: NOTICE.exec(read)?.[1], pattern: 'function removeMember' },
    }),
  ]);
  const at = SHORTER_SOURCE.slice(0, SHORTER_SOURCE.indexOf('export function addMember')).split('\n').length;
  expect(read).toContain(`\n${at}: export function addMember`);
  expect(read).toMatch(/^<path>.*<\/path>\n<type>file<\/type>\n<content>\n/);
  expect(read).toMatch(
    /does not seem to need: "I look at how a member is added\."\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="ax:/,
  );
  expect(read.length).toBeLessThan(SHORTER_SOURCE.length / 2);
  expect(printed).toContain('[mcp-pruner left out what this does not seem to need: "Show how a member is added".');
  // Of such a long output, opencode itself shows the end.
  expect(cut).toContain('export function addMember');
  expect(edited).toContain('Edit applied successfully');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  read ');
  expect(await pruner('doctor')).toMatch(/PASS +opencode-hooks /);

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
  // opencode writes `.gitignore` without mcp-pruner as well.
  expect(readdirSync(path.dirname(settings)).sort()).toEqual(['.gitignore', 'opencode.json']);
});
