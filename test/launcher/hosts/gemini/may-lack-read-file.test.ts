import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mayLackReadFile } from '../../../../launcher/hosts/gemini/hook-calls.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const found = (files: Readonly<Record<string, string>>): Promise<boolean> => {
  const folder = tempDir();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return mayLackReadFile([folder, path.join(folder, 'none')]);
};

test('sessions as the host ships have it', async () => {
  expect(await found({})).toBe(false);
  const usual = {
    'settings.json': '{ "tools": { "shell": {} }, "mcpServers": { "other": { "includeTools": ["a"] } } }',
    'policies/rules.toml': '[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\n',
    'extensions/one/gemini-extension.json': '{ "name": "one" }',
    'agents/tester.md': '---\ntools: [run_shell_command]\n---\n',
  };
  expect(await found(usual)).toBe(false);
});

test('settings of the whole machine may leave it out', async () => {
  const file = path.join(tempDir(), 'settings.json');
  writeFileSync(file, '{ "tools": { "core": ["run_shell_command"] } }');
  expect(await mayLackReadFile([], [file])).toBe(true);
  expect(await mayLackReadFile([], [`${file}.none`])).toBe(false);
});

test.each([
  ['settings', 'settings.json', '{ "tools": { "exclude": ["read_file"] } }'],
  ['older settings', 'settings.json', '{ "coreTools": ["run_shell_command"] }'],
  ['a policy', 'policies/rules.toml', 'toolName = "read_file"\ndecision = "deny"\n'],
  ['a policy for all', 'policies/rules.toml', 'toolName = "*"\ndecision = "deny"\n'],
  ['a policy with other quotes', 'policies/rules.toml', "toolName = '*'\ndecision = 'deny'\n"],
  ['a policy with a wildcard', 'policies/rules.toml', 'toolName = "read_*"\ndecision = "deny"\n'],
  ['a rule that names no tool', 'policies/rules.toml', '[[rule]]\ntoolName = "a"\n[[rule]]\ndecision = "deny"\n'],
  ['an extension', 'extensions/one/gemini-extension.json', '{ "excludeTools": ["read_file"] }'],
  ['the policy of an extension', 'extensions/one/policies/rules.toml', ''],
])('%s may leave it out', async (_, file, text) => {
  expect(await found({ [file]: text })).toBe(true);
});
