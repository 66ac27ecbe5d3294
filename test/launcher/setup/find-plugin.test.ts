import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPlugins } from '../../../launcher/setup/find-plugin.ts';
import { hookMode } from '../../../launcher/setup/hook-mode.ts';
import { tempDir } from '../../support/temp-dir.ts';

const ON = { enabledPlugins: { 'mcp-pruner@mcp-pruner': true } };
const OFF = { enabledPlugins: { 'mcp-pruner@mcp-pruner': false } };

/** Creates a user of Claude Code with these settings. */
function placesWith(files: Readonly<Record<string, object>>, env: Readonly<Record<string, string>> = {}) {
  const home = tempDir();
  for (const [file, settings] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), JSON.stringify(settings));
  }
  return { home, cwd: path.join(home, 'project'), env, platform: 'linux' } as const;
}

test.each([
  ['the user’s settings', { '.claude/settings.json': ON }, '.claude/settings.json'],
  [
    'the project’s',
    { 'project/.claude/settings.json': ON, '.claude/settings.json': {} },
    'project/.claude/settings.json',
  ],
  ['none', { '.claude/settings.json': { enabledPlugins: { 'other@mcp-pruner': true } } }, undefined],
  [
    'the user’s, but not for this project',
    { '.claude/settings.json': ON, 'project/.claude/settings.json': OFF },
    undefined,
  ],
  ['no file', {}, undefined],
])('the plugin is switched on by %s', async (_, files, file) => {
  const places = placesWith(files);
  const found = (await findPlugins(places)).map((plugin) => [plugin.host.name, plugin.file]);
  expect(found).toEqual(file === undefined ? [] : [['claude-code', path.join(places.home, file)]]);
});

test('its mode is that of the settings’ variables, else of the shell’s, else it measures', async () => {
  const mode = async (env: object, shell: Readonly<Record<string, string>> = {}) => {
    const [plugin] = await findPlugins(placesWith({ '.claude/settings.json': { ...ON, env } }, shell));
    return plugin && hookMode(plugin.env);
  };
  expect(await mode({})).toBe('shadow');
  expect(await mode({}, { MCP_PRUNER_HOOKS: 'off' })).toBe('off');
  expect(await mode({ MCP_PRUNER_HOOKS: 'on' }, { MCP_PRUNER_HOOKS: 'off' })).toBe('on');
  expect(await mode({ MCP_PRUNER_HOOKS: 'x' })).toBeUndefined();
});
