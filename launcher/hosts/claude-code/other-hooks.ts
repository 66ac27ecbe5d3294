import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { isOurMcpToolHook, serverOfMcpToolHook } from '../mcp-tool-hook.ts';
import { type OtherHook, otherHooksIn, type ReadRoot, readRoot, resultHooks } from '../other-hooks.ts';
import type { Places } from '../places.ts';
import { claudeHome } from './claude-home.ts';
import { DISABLING_SETTINGS } from './disabling-settings.ts';

/**
 * Finds the hooks of others. Claude Code runs all of them at once, and the last answer wins. Looks in the settings of
 * the user, the project and the machine, and in enabled plugins (https://code.claude.com/docs/en/hooks). Unreadable
 * files are skipped.
 */
export async function otherHooks(places: Places, read?: readonly ReadRoot[]): Promise<readonly OtherHook[]> {
  const settings = read ?? (await readClaudeSettings(places));
  const plugins = await pluginFolders(places, settings);
  const ofPlugins = await Promise.all(plugins.map(hooksOfPlugin));
  return otherHooksIn([...settings, ...ofPlugins.flat()], /^[\w, |-]+$/);
}

/** Names of our server in permissions, besides those that our hooks call. */
const SERVERS: readonly string[] = ['mcp-pruner', 'plugin_mcp-pruner_mcp-pruner'];

/** True if settings deny our tool `artifact` (https://code.claude.com/docs/en/permissions). */
export function isArtifactDenied(settings: readonly ReadRoot[]): boolean {
  const called = settings.flatMap(({ root }) => resultHooks(root).filter(isOurMcpToolHook).map(serverOfMcpToolHook));
  const servers = [...SERVERS, ...called].map((name) => `mcp__${name?.replaceAll(/[^\w-]/g, '_')}`);
  const denied = settings
    .flatMap(({ root }) => asJsonObject(root['permissions'])['deny'] ?? [])
    .map((rule) => {
      const pattern = String(rule).trim().replace(/\(.*$/s, '');
      return new RegExp(`^${pattern.replaceAll(/[^\w*-]/g, String.raw`\$&`).replaceAll('*', '.*')}$`);
    });
  return denied.some((one) => servers.some((server) => one.test(server) || one.test(`${server}__artifact`)));
}

/** Reads the settings of the machine, the project and the user. */
export async function readClaudeSettings(places: Places): Promise<readonly ReadRoot[]> {
  const files = DISABLING_SETTINGS.files(places).map(({ path: file }) => file);
  const dropIns = `${files[0]?.replace(/\.json$/, '')}.d`;
  const more = (await readdir(dropIns).catch(() => [])).filter((name) => name.endsWith('.json'));
  return await Promise.all([...files, ...more.map((name) => path.join(dropIns, name))].map((file) => readRoot(file)));
}

/** Returns the folders of installed plugins, except those that settings switch off and ours. */
async function pluginFolders(places: Places, settings: readonly ReadRoot[]): Promise<readonly string[]> {
  const { root } = await readRoot(path.join(claudeHome(places), 'plugins', 'installed_plugins.json'));
  const switches = settings.map((one) => asJsonObject(one.root['enabledPlugins']));
  const isOn = (name: string): boolean => switches.find((all) => all[name] !== undefined)?.[name] !== false;
  return Object.entries(asJsonObject(root['plugins'])).flatMap(([name, installed]) =>
    isOn(name) ? [installed].flat().flatMap((one) => folderOf(asJsonObject(one)['installPath'])) : [],
  );
}

const folderOf = (folder: unknown): readonly string[] => (typeof folder === 'string' ? [folder] : []);

/** Reads the hooks of a plugin: of its own file, and of files and objects that its manifest names. */
async function hooksOfPlugin(folder: string): Promise<readonly ReadRoot[]> {
  const manifest = await readRoot(path.join(folder, '.claude-plugin', 'plugin.json'));
  const named = [manifest.root['hooks']].flat();
  const files = ['hooks/hooks.json', ...named.filter((one) => typeof one === 'string')];
  const inline = named.map((one) => ({ file: manifest.file, root: { hooks: asJsonObject(one) } }));
  return [...inline, ...(await Promise.all(files.map((file) => readRoot(path.join(folder, file)))))];
}
