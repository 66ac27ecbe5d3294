import { expect, test } from 'vitest';
import { DISABLING_SETTINGS } from '../../../../launcher/hosts/claude-code/disabling-settings.ts';
import type { Settings } from '../../../../launcher/hosts/disabling-settings.ts';

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
