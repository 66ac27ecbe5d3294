import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writePlugins } from '../../.build/plugins.ts';
import { instructionsFor } from '../../launcher/cli/init/init-command.ts';
import { tempDir } from '../support/temp-dir.ts';
import { geminiUser } from './gemini-user.ts';
import { ROOT } from './installed.ts';
import { ABOUT_SOURCE, MENDED_LINE, NOTICE, SHORTER_SOURCE, withSource } from './long-source.ts';

const SETTINGS = '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n';

/** Creates a user who has switched hooks on for everything that Gemini CLI starts. */
async function user() {
  const home = tempDir();
  const one = withSource(geminiUser(home, SETTINGS));
  const plugins = path.join(home, 'plugins');
  writeFileSync(
    path.join(home, '.gemini/.env'),
    'MCP_PRUNER_HOOKS=on\nMCP_PRUNER_HOOK_CUTS=more\nMCP_PRUNER_HOOK_TIMEOUT_MS=5000\n',
  );
  await writePlugins(plugins, `${ROOT}dist`);
  return { ...one, home, extension: path.join(plugins, 'gemini') };
}

test('the extension works in Gemini CLI when it is installed: tools, hook, an edit, and it can be taken out', {
  timeout: 120_000,
}, async () => {
  const { home, file, extension, settings, gemini, talk } = await user();
  await gemini('extensions', 'validate', extension);
  await gemini('extensions', 'install', extension, '--consent');
  const { given, tools, prompt } = await talk(
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
  for (const tool of ['read', 'grep', 'bash', 'artifact']) expect(tools).toContain(`mcp_pruner_${tool}`);
  expect(prompt).toContain(JSON.stringify(instructionsFor('pruner')).slice(1, -1));
  const [read = '', printed = '', edited = ''] = given;
  expect(read).toContain('export function addMember');
  expect(read.length).toBeLessThan(SHORTER_SOURCE.length / 2);
  expect(printed).toContain('[mcp-pruner left out');
  expect(printed).toMatch(/\nExit Code: 3\n/);
  expect(edited).toContain('Successfully modified file');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);

  const [, ref = ''] = NOTICE.exec(read) ?? [];
  const asks = { tool: 'mcp_pruner_artifact', input: { ref, pattern: 'function removeMember' } };
  const again = await talk('Show me how a member is removed.', [asks], '--yolo');
  expect(again.given[0]).toContain('export function removeMember');

  await gemini('extensions', 'uninstall', 'mcp-pruner');
  expect(readdirSync(path.join(home, '.gemini/extensions'))).not.toContain('mcp-pruner');
  expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
  const without = await talk(ABOUT_SOURCE, [{ tool: 'read_file', input: { file_path: file } }], '--yolo');
  expect(without.tools.filter((tool) => tool.startsWith('mcp_'))).toEqual([]);
  expect(without.given).toEqual([readFileSync(file, 'utf8')]);
  expect(existsSync(extension)).toBe(true);
});
