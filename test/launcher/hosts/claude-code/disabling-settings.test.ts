import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DISABLING_SETTINGS, managedPlaces } from '../../../../launcher/hosts/claude-code/disabling-settings.ts';
import type { Settings } from '../../../../launcher/hosts/disabling-settings.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const limitedBy = (guard: string, value: unknown): object => ({
  pluginConfigs: { [guard]: { options: { allowManagedModsOnly: value } } },
});

/** Settings of the machine, of the user and of the environment, and the setting that keeps the plugin out. */
const CASES: readonly [string, readonly [object, object, object], string | undefined][] = [
  ['nothing is set', [{}, {}, {}], undefined],
  ['the user has no hooks', [{}, { disableAllHooks: true }, {}], 'disableAllHooks'],
  ['the organization allows its own hooks', [{ allowManagedHooksOnly: true }, {}, {}], 'allowManagedHooksOnly'],
  [
    'the organization allows its own mods',
    [limitedBy('cc-plugin-sec-default@builtin', true), {}, {}],
    'allowManagedModsOnly',
  ],
  ['the guard has its short name', [limitedBy('sec-default@builtin', 'yes'), {}, {}], 'allowManagedModsOnly'],
  ['the limit is off', [limitedBy('sec-default@builtin', false), {}, {}], undefined],
  ['a user limits mods, which has no effect', [{}, limitedBy('sec-default@builtin', true), {}], undefined],
  ['a variable of the shell', [{}, {}, { env: { CLAUDE_CODE_SIMPLE: '1' } }], 'CLAUDE_CODE_SIMPLE'],
  ['a variable of the settings', [{}, { env: { CLAUDE_CODE_SAFE_MODE: 'true' } }, {}], 'CLAUDE_CODE_SAFE_MODE'],
  [
    'the settings undo a variable',
    [{}, { env: { CLAUDE_CODE_SIMPLE: '0' } }, { env: { CLAUDE_CODE_SIMPLE: '1' } }],
    undefined,
  ],
];

test.each(CASES)('what keeps our plugin out of Claude Code: %s', (_, roots, setting) => {
  const all = roots.map((root, at) => ({ path: `file ${at}`, isSystem: at === 0, root }) as Settings);
  expect(DISABLING_SETTINGS.hooks(all)?.setting).toBe(setting);
});

const [ALLOWED, DENIED] = ['allowedMcpServers', 'deniedMcpServers'];
const NAMED = { serverName: 'pruner' };
const OTHER = { serverName: 'other' };
const COMMAND = { serverCommand: ['/opt/node', '/opt/index.js'] };
const ONLY_MANAGED = { allowManagedMcpServersOnly: true };

/** Settings of the organization and of the user, and the setting that keeps our server out (tried with 2.1.332). */
const SERVER_CASES: readonly [string, readonly [object, object], string | undefined][] = [
  ['nothing is set', [{}, {}], undefined],
  ['its name is denied', [{ [DENIED]: [OTHER, NAMED] }, {}], DENIED],
  ['the user denies its command', [{}, { [DENIED]: [COMMAND] }], DENIED],
  ['nothing is allowed', [{ [ALLOWED]: [] }, {}], ALLOWED],
  ['its name is allowed', [{ [ALLOWED]: [NAMED] }, {}], undefined],
  ['a command is allowed, so names do not suffice', [{ [ALLOWED]: [NAMED, { serverCommand: ['x'] }] }, {}], ALLOWED],
  ['its command is allowed', [{ [ALLOWED]: [COMMAND] }, {}], undefined],
  ['the user allows it as well', [{ [ALLOWED]: [OTHER] }, { [ALLOWED]: [NAMED] }], undefined],
  ['the user must not allow it', [{ [ALLOWED]: [OTHER], ...ONLY_MANAGED }, { [ALLOWED]: [NAMED] }], ALLOWED],
  ['a list of the user does not count', [ONLY_MANAGED, { [ALLOWED]: [OTHER] }], undefined],
  ['only plugins customize', [{ strictPluginOnlyCustomization: true }, {}], 'strictPluginOnlyCustomization'],
  ['only plugins have servers', [{ strictPluginOnlyCustomization: ['mcp'] }, {}], 'strictPluginOnlyCustomization'],
  ['only plugins have skills', [{ strictPluginOnlyCustomization: ['skills'] }, {}], undefined],
  ['a user wants only plugins, which has no effect', [{}, { strictPluginOnlyCustomization: true }], undefined],
];

const LAUNCH = { command: '/opt/node', args: ['/opt/index.js'], env: {} };

test.each(SERVER_CASES)('what keeps our server out of Claude Code: %s', (_, roots, setting) => {
  const all = roots.map((root, at) => ({ path: `file ${at}`, isSystem: at === 0, root }) as Settings);
  expect(DISABLING_SETTINGS.server?.(all, 'pruner', LAUNCH)?.setting).toBe(setting);
});

test('where an organization deploys servers, only these start', () => {
  const deployed = (mcpServers: object): readonly Settings[] => [
    { path: '/etc/claude-code/managed-mcp.json', isSystem: true, root: { mcpServers } },
  ];
  expect(DISABLING_SETTINGS.server?.(deployed({}), 'pruner', LAUNCH)).toMatchObject({ setting: 'mcpServers' });
  expect(DISABLING_SETTINGS.server?.(deployed({ pruner: {} }), 'pruner', LAUNCH)).toBeUndefined();
});

test('an organization’s files may be several, of which a later name wins', () => {
  const folder = tempDir();
  mkdirSync(path.join(folder, 'managed-settings.d'));
  for (const name of ['10-a.json', '20-b.json', '.hidden.json', 'readme.md'])
    writeFileSync(path.join(folder, 'managed-settings.d', name), '{}');
  const found = managedPlaces(folder);
  expect(found.every(({ isSystem }) => isSystem)).toBe(true);
  expect(found.map((one) => path.relative(folder, one.path))).toEqual([
    path.join('managed-settings.d', '20-b.json'),
    path.join('managed-settings.d', '10-a.json'),
    'managed-settings.json',
    'managed-mcp.json',
  ]);
  expect(managedPlaces(path.join(folder, 'missing'))).toHaveLength(2);
  // The later file undoes what the earlier one sets.
  const roots = [{ allowManagedHooksOnly: false }, { allowManagedHooksOnly: true }];
  const all = roots.map((root, at) => ({ path: `file ${at}`, isSystem: true, root }));
  expect(DISABLING_SETTINGS.hooks(all)).toBeUndefined();
});
