import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../../../launcher/platform/settings/config.ts';
import {
  buildMcpServersConfig,
  RUNNER_VARIABLES,
  SERVER_NAME,
} from '../../../../launcher/runner/config/build-mcp-servers-config.ts';
import { type EntryPlaces, installedPlaces } from '../../../../launcher/runner/config/entry-places.ts';
import { ROOT } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const INSTALLED = '/modules/@jeeves/mcp-pruner/dist/index.js';

/** An installation with only these files. */
const withFiles = (...files: string[]): EntryPlaces => ({
  resolve: () => INSTALLED,
  folder: '/repo/packages/runner/dist',
  isReadableFile: (file) => files.includes(file),
});

const build = (env: Record<string, string>, places: EntryPlaces = withFiles(INSTALLED)) =>
  buildMcpServersConfig(env, '/space', places);

const invalid = (env: Record<string, string>, places?: EntryPlaces): string => {
  const decision = build({ JEEVES_PRUNER_ENABLED: 'on', ...env }, places);
  if (decision.kind !== 'config_invalid') throw new Error(`got ${decision.kind}`);
  expect(decision.error).toBeInstanceOf(ConfigError);
  expect(decision.error.code).toBe('config_invalid');
  expect(decision.mcpServers).toBeUndefined();
  return decision.error.message;
};

test('the names are fixed', () => {
  expect(Object.keys(RUNNER_VARIABLES)).toEqual([
    'JEEVES_PRUNER_ENABLED',
    'JEEVES_PRUNER_URL',
    'JEEVES_MCP_PRUNER_PATH',
  ]);
  expect(SERVER_NAME).toBe('pruner');
});

test.each(['1', 'true', 'yes', 'on', 'YES', 'On'])('JEEVES_PRUNER_ENABLED=%s gives agents the server', (value) => {
  expect(build({ JEEVES_PRUNER_ENABLED: value })).toEqual({
    kind: 'config_resolved',
    mcpServers: {
      pruner: {
        command: 'node',
        args: [INSTALLED],
        env: { PRUNER_URL: 'http://localhost:8000/prune', MCP_PRUNER_CWD: '/space' },
      },
    },
  });
});

test.each(['0', 'false', 'no', 'off', '', 'enabled'])('JEEVES_PRUNER_ENABLED=%j is off', (value) => {
  // If it is off, other errors in the configuration do not matter.
  const env = { JEEVES_PRUNER_ENABLED: value, JEEVES_PRUNER_URL: 'nowhere' };
  expect(build(env)).toEqual({ kind: 'config_disabled' });
});

test('without any variable it is off', () => {
  expect(build({})).toEqual({ kind: 'config_disabled' });
});

test.each(['', 'embedded', 'https://pruner.example/prune?x=1'])('JEEVES_PRUNER_URL=%j is handed on as it is', (url) => {
  const { mcpServers } = build({ JEEVES_PRUNER_ENABLED: '1', JEEVES_PRUNER_URL: url });
  expect(mcpServers?.['pruner']?.env?.['PRUNER_URL']).toBe(url);
});

test.each(['localhost:8000', 'ftp://x/', '/prune', 'http://', 'http://user:hunter2@x/'])(
  'JEEVES_PRUNER_URL=%j is not allowed, and not shown',
  (url) => {
    const message =
      'cannot use JEEVES_PRUNER_URL: expected an http or https URL without a user name or password, embedded, or empty';
    expect(invalid({ JEEVES_PRUNER_URL: url })).toBe(message);
  },
);

const entry = (places: EntryPlaces, given?: string) => {
  const named = given === undefined ? {} : { JEEVES_MCP_PRUNER_PATH: given };
  return build({ JEEVES_PRUNER_ENABLED: '1', ...named }, places).mcpServers?.['pruner']?.args;
};

test('the installed package comes before the workspace, and what is named before both', () => {
  const workspace = '/repo/packages/mcp-pruner/dist/index.js';
  const all = withFiles(INSTALLED, workspace, '/named.js', '/space/named.js');
  const notInstalled = {
    ...all,
    resolve: () => {
      throw new Error('ERR_MODULE_NOT_FOUND');
    },
  };
  expect(entry(all)).toEqual([INSTALLED]);
  expect(entry(withFiles(workspace))).toEqual([workspace]);
  expect(entry(notInstalled)).toEqual([workspace]);
  expect(entry(all, '/named.js')).toEqual(['/named.js']);
  expect(entry(all, 'named.js')).toEqual(['/space/named.js']);
  expect(invalid({}, { ...notInstalled, isReadableFile: () => false })).toBe(
    `cannot find the entry file of mcp-pruner in "@jeeves/mcp-pruner/dist/index.js", "${workspace}": set JEEVES_MCP_PRUNER_PATH to its path`,
  );
});

test('what JEEVES_MCP_PRUNER_PATH names has to be there: nothing stands in for it', () => {
  const allowed = 'expected a readable file';
  for (const given of ['/gone.js', '', 'a"b\n.js', 'a\0b'])
    expect(invalid({ JEEVES_MCP_PRUNER_PATH: given })).toBe(
      `cannot use JEEVES_MCP_PRUNER_PATH ${JSON.stringify(given)}: ${allowed}`,
    );
});

test('a file counts, a folder and what is not there do not', () => {
  const folder = tempDir();
  const file = path.join(folder, 'index.js');
  writeFileSync(file, '');
  mkdirSync(path.join(folder, 'sub'));
  const { isReadableFile } = installedPlaces;
  expect([file, folder, path.join(folder, 'gone'), 'a\0b'].map(isReadableFile)).toEqual([true, false, false, false]);
});

test('the package finds itself', () => {
  // This does not check that the package is built.
  expect(installedPlaces.resolve('@jeeves/mcp-pruner/package.json')).toBe(`${ROOT}package.json`);
});
