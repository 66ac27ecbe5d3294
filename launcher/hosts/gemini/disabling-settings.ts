import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import type { DisablingSettings, SettingsPlace } from '../disabling-settings.ts';
import type { Places } from '../places.ts';

/** Name of our hook in Gemini CLI's settings. */
export const GEMINI_HOOK_NAME = 'mcp-pruner';

/**
 * Settings files of Gemini CLI (0.61; docs/reference/configuration.md of its package). The system's override the
 * project's.
 */
export function geminiSettings({ env, cwd, home, platform }: Places): readonly SettingsPlace[] {
  const system = env['GEMINI_CLI_SYSTEM_SETTINGS_PATH'] || path.join(systemFolder(platform), 'settings.json');
  const defaults = env['GEMINI_CLI_SYSTEM_DEFAULTS_PATH'] || path.join(path.dirname(system), 'system-defaults.json');
  return [
    { path: system, isSystem: true },
    { path: path.join(cwd, '.gemini', 'settings.json'), isSystem: false },
    { path: path.join(home, '.gemini', 'settings.json'), isSystem: false },
    { path: defaults, isSystem: true },
  ];
}

function systemFolder(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/GeminiCli';
  return platform === 'win32' ? 'C:\\ProgramData\\gemini-cli' : '/etc/gemini-cli';
}

export const DISABLING_SETTINGS: DisablingSettings = {
  files: geminiSettings,
  hooks(all) {
    const said = all.find(({ root }) => typeof asJsonObject(root['hooksConfig'])['enabled'] === 'boolean');
    if (said !== undefined && asJsonObject(said.root['hooksConfig'])['enabled'] === false) {
      return { ...said, setting: 'hooksConfig.enabled' };
    }
    // Gemini CLI merges the lists of all files.
    const names = all.find(({ root }) => isIn(GEMINI_HOOK_NAME, asJsonObject(root['hooksConfig'])['disabled']));
    return names && { ...names, setting: 'hooksConfig.disabled' };
  },
  server(all, name) {
    const excluded = all.find(({ root }) => isIn(name, asJsonObject(root['mcp'])['excluded']));
    if (excluded !== undefined) return { ...excluded, setting: 'mcp.excluded' };
    // Each such list must contain the server.
    const other = all.find(({ root }) => {
      const { allowed } = asJsonObject(root['mcp']);
      return Array.isArray(allowed) && !isIn(name, allowed);
    });
    return other && { ...other, setting: 'mcp.allowed' };
  },
};

function isIn(name: string, list: unknown): boolean {
  return Array.isArray(list) && list.some((one) => String(one).toLowerCase().trim() === name.toLowerCase());
}
