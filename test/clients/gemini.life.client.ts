import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { geminiUser } from './gemini-user.ts';
import { ABOUT_SOURCE, MENDED_LINE, NOTICE, SHORTER_SOURCE, withSource } from './long-source.ts';
import { untilTold } from './until-told.ts';

const SETTINGS = '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n';

test('Gemini CLI’s own tools give its model what the session is about, and an edit after them works', async () => {
  const { settings, file, pruner, ask } = withSource(geminiUser(tempDir(), SETTINGS));
  await pruner(
    'init',
    '--gemini',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  const [read = '', printed = '', edited = '', back = ''] = await ask(
    ABOUT_SOURCE,
    [
      { said: 'I look at how a member is added.', tool: 'read_file', input: { file_path: file } },
      {
        said: 'Once more.',
        tool: 'run_shell_command',
        input: { command: 'cat config.ts; exit 3', description: 'Show how a member is added' },
      },
      { tool: 'replace', input: { file_path: file, old_string: MENDED_LINE, new_string: '', instruction: 'Mend it' } },
      ([read = '']) => ({
        tool: 'mcp_pruner_artifact',
        input: { ref: NOTICE.exec(read)?.[1], pattern: 'function removeMember' },
      }),
    ],
    '--yolo',
  );
  expect(read).toContain('export function addMember');
  expect(read.length).toBeLessThan(SHORTER_SOURCE.length / 2);
  expect(read).toMatch(
    /does not seem to need: "I look at how a member is added\."\. A line "\*" in \.mcp-prunerignore switches this off\. All of it: tool artifact, ref="ax:/,
  );
  expect(printed).toMatch(/^<untrusted_context>\nOutput: /);
  expect(printed).toContain('[mcp-pruner left out');
  expect(printed).toMatch(/\nExit Code: 3\n/);
  expect(edited).toContain('Successfully modified file');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  read_file ');
  expect(await pruner('doctor')).toMatch(/PASS +gemini-hooks /);

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
});
