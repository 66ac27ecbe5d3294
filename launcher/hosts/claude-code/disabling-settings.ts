import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { asJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { fileNames } from '../../platform/files/file-names.ts';
import type { DisablingSetting, DisablingSettings, Settings, SettingsPlace } from '../disabling-settings.ts';
import type { Launch } from '../launch.ts';
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
    ...managedPlaces(managedFolder(places)),
    { path: path.join(places.cwd, '.claude', 'settings.local.json'), isSystem: false },
    { path: path.join(places.cwd, '.claude', 'settings.json'), isSystem: false },
    { path: path.join(claudeHome(places), 'settings.json'), isSystem: false },
  ],
  hooks(all) {
    const said = all.find(({ root }) => typeof root['disableAllHooks'] === 'boolean');
    if (said?.root['disableAllHooks'] === true) return { ...said, setting: 'disableAllHooks' };
    const managed = managedValue(all, 'allowManagedHooksOnly');
    if (managed?.value === true) return managed;
    const guarded = all.find((one) => one.isSystem && GUARDS.some((guard) => limitsMods(one, guard)));
    if (guarded !== undefined) return { ...guarded, setting: 'allowManagedModsOnly' };
    for (const setting of BARE) {
      const set = all.find(({ root }) => asJsonObject(root['env'])[setting] !== undefined);
      if (set !== undefined && ON.test(String(asJsonObject(set.root['env'])[setting]))) return { ...set, setting };
    }
    return undefined;
  },
  server(all, name, launch) {
    const exclusive = all.find((one) => path.basename(one.path) === MANAGED_SERVERS);
    if (exclusive !== undefined && !Object.hasOwn(asJsonObject(exclusive.root['mcpServers']), name))
      return { ...exclusive, setting: 'mcpServers' };
    const strict = managedValue(all, 'strictPluginOnlyCustomization');
    if (strict?.value === true || (Array.isArray(strict?.value) && strict.value.includes('mcp'))) return strict;
    return refusal(all, name, launch);
  },
};

/** File of an organization whose servers replace all others. */
const MANAGED_SERVERS = 'managed-mcp.json';

/** Lists an organization's files, highest precedence first. A later name in `managed-settings.d` wins. */
export function managedPlaces(folder: string): readonly SettingsPlace[] {
  const dropIns = path.join(folder, 'managed-settings.d');
  const names = fileNames(dropIns).filter((name) => /^[^.].*\.json$/.test(name));
  const files = names.toSorted().map((name) => path.join(dropIns, name));
  const named = ['managed-settings.json', MANAGED_SERVERS].map((name) => path.join(folder, name));
  return [...files.toReversed(), ...named].map((file) => ({ path: file, isSystem: true }));
}

/** Returns a setting of an organization and its value. Claude Code ignores such a setting in other files. */
function managedValue(
  all: readonly Settings[],
  setting: string,
): (DisablingSetting & { readonly value: unknown }) | undefined {
  const found = all.find(({ root, isSystem }) => isSystem && root[setting] !== undefined);
  return found && { ...found, setting, value: found.root[setting] };
}

/** Returns the list of servers that keeps a server out. Claude Code merges the lists of all files (2.1.332). */
function refusal(all: readonly Settings[], name: string, { command, args }: Launch): DisablingSetting | undefined {
  const isNamed = ({ serverName }: JsonObject): boolean => serverName === name;
  const isCommand = ({ serverCommand }: JsonObject): boolean => isDeepStrictEqual(serverCommand, [command, ...args]);
  const denied = all.find((one) => entriesOf(one, 'deniedMcpServers')?.some((raw) => isNamed(raw) || isCommand(raw)));
  if (denied !== undefined) return { ...denied, setting: 'deniedMcpServers' };
  const isManagedOnly = managedValue(all, 'allowManagedMcpServersOnly')?.value === true;
  const lists = all.filter((one) => one.isSystem || !isManagedOnly);
  const [first] = lists.filter((one) => entriesOf(one, 'allowedMcpServers') !== undefined);
  const allowed = lists.flatMap((one) => entriesOf(one, 'allowedMcpServers') ?? []);
  // If any entry is a command, names no longer suffice for servers that are commands.
  const isEnough = allowed.some((raw) => raw['serverCommand'] !== undefined) ? isCommand : isNamed;
  return first && !allowed.some(isEnough) ? { ...first, setting: 'allowedMcpServers' } : undefined;
}

function entriesOf({ root }: Settings, list: string): readonly JsonObject[] | undefined {
  const entries = root[list];
  return Array.isArray(entries) ? entries.map(asJsonObject) : undefined;
}

/** True if only plugins of the organization may run inside Claude Code. Any value but false counts. */
function limitsMods({ root }: Settings, guard: string): boolean {
  const { options } = asJsonObject(asJsonObject(root['pluginConfigs'])[guard]);
  return (asJsonObject(options)['allowManagedModsOnly'] ?? false) !== false;
}

function managedFolder({ platform }: Places): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}
