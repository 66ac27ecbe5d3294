import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Places } from '../../../launcher/hosts/places.ts';
import { defersTools } from '../../../launcher/setup/defers-tools.ts';
import { tempDir } from '../../support/temp-dir.ts';

const OWN = { command: 'node', args: ['/opt/mcp-pruner/dist/index.js'], env: {} };
const LOADED = { ...OWN, alwaysLoad: true };

/** Creates a user whose settings files have these servers. */
function placesWith(files: Readonly<Record<string, object>>, env: Places['env'] = {}): Places {
  const home = tempDir();
  const cwd = path.join(home, 'project');
  mkdirSync(cwd);
  for (const [file, root] of Object.entries(files)) writeFileSync(path.join(home, file), JSON.stringify(root));
  return { home, cwd, env, platform: 'linux' };
}

const user = (server: object): Readonly<Record<string, object>> => ({
  '.claude.json': { mcpServers: { one: server } },
});

test.each([
  ['without alwaysLoad', user(OWN), {}, true],
  ['as init writes it', user(LOADED), {}, false],
  ['of another server that is always loaded', user({ command: 'other', alwaysLoad: true }), {}, true],
  ['in the project’s file', { 'project/.mcp.json': { mcpServers: { one: LOADED } } }, {}, false],
  ['with tool search on', user(OWN), { ENABLE_TOOL_SEARCH: 'true' }, true],
  ['with tool search off', user(OWN), { ENABLE_TOOL_SEARCH: 'false' }, false],
  ['with tool search by size, which nobody here knows', user(OWN), { ENABLE_TOOL_SEARCH: 'auto:5' }, false],
  ['in no file, as of --mcp-config', {}, {}, true],
])('Claude Code defers the tools of an entry %s: %#', async (_, files, env, deferred) => {
  expect(await defersTools('claude-code', placesWith(files, env), OWN)).toBe(deferred);
});

test('an entry for this project alone counts', async () => {
  const places = placesWith({});
  const root = { projects: { [places.cwd]: { mcpServers: { one: LOADED } } } };
  writeFileSync(path.join(places.home, '.claude.json'), JSON.stringify(root));
  expect(await defersTools('claude-code', places, OWN)).toBe(false);
});

test('a file that cannot be read, another client and an unknown home count as loaded', async () => {
  const places = placesWith({});
  writeFileSync(path.join(places.home, '.claude.json'), '{');
  expect(await defersTools('claude-code', places, OWN)).toBe(false);
  expect(await defersTools('gemini-cli-mcp-client', placesWith(user(OWN)), OWN)).toBe(false);
  expect(await defersTools(undefined, placesWith(user(OWN)), OWN)).toBe(false);
  expect(await defersTools('claude-code', undefined, OWN)).toBe(false);
});

test('Codex always searches for tools', async () => {
  expect(await defersTools('codex-mcp-client', placesWith(user(OWN)), OWN)).toBe(true);
});
