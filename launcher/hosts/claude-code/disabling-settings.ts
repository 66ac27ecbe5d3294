import path from 'node:path';
import type { DisablingSettings } from '../disabling-settings.ts';
import type { Places } from '../places.ts';
import { claudeHome } from './claude-home.ts';

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
    return managed && { ...managed, setting: 'allowManagedHooksOnly' };
  },
};

function managedFolder({ platform }: Places): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}
