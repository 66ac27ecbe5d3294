import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import type { DisablingSettings, Settings } from '../disabling-settings.ts';
import type { Places } from '../places.ts';
import { claudeHome } from './claude-home.ts';

/** Variables that start Claude Code without plugins, as its options `--bare` and `--safe-mode` do for one session. */
const BARE = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'];
/** Values that switch a variable on. */
export const ON: RegExp = /^(?:1|true|yes|on)$/i;
/** Names of the built-in plugin that carries out an organization's rules for plugins. */
const GUARDS = ['cc-plugin-sec-default@builtin', 'sec-default@builtin'];

/** Settings files of Claude Code (https://code.claude.com/docs/en/settings). The machine's override the project's. */
export const DISABLING_SETTINGS: DisablingSettings = {
  files: (places) => [
    { path: path.join(managedFolder(places), 'managed-settings.json'), isSystem: true },
    { path: path.join(places.cwd, '.claude', 'settings.local.json'), isSystem: false },
    { path: path.join(places.cwd, '.claude', 'settings.json'), isSystem: false },
    { path: path.join(claudeHome(places), 'settings.json'), isSystem: false },
  ],
  hooks(all) {
    const said = all.find(({ root }) => typeof root['disableAllHooks'] === 'boolean');
    if (said?.root['disableAllHooks'] === true) return { ...said, setting: 'disableAllHooks' };
    const managed = all.find(({ root, isSystem }) => isSystem && root['allowManagedHooksOnly'] === true);
    if (managed !== undefined) return { ...managed, setting: 'allowManagedHooksOnly' };
    const guarded = all.find((one) => one.isSystem && GUARDS.some((guard) => limitsMods(one, guard)));
    if (guarded !== undefined) return { ...guarded, setting: 'allowManagedModsOnly' };
    for (const setting of BARE) {
      const set = all.find(({ root }) => asJsonObject(root['env'])[setting] !== undefined);
      if (set !== undefined && ON.test(String(asJsonObject(set.root['env'])[setting]))) return { ...set, setting };
    }
    return undefined;
  },
};

/** True if only plugins of the organization may run inside Claude Code. Any value but false counts. */
function limitsMods({ root }: Settings, guard: string): boolean {
  const { options } = asJsonObject(asJsonObject(root['pluginConfigs'])[guard]);
  return (asJsonObject(options)['allowManagedModsOnly'] ?? false) !== false;
}

function managedFolder({ platform }: Places): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}
