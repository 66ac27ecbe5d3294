import { HOOK_MODES, type HookMode, VARIABLES } from '../config/variables.ts';
import { foreign } from '../hosts/foreign-entry.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { findClaudePlugin, pluginMode } from './claude-plugin.ts';
import type { FoundServer, FoundSetup } from './find-setups.ts';

/** What a server of ours does with results of its host's own tools, if it is asked. */
export function hookMode({ launch }: Pick<FoundServer, 'launch'>): HookMode | undefined {
  const { parse, fallback } = VARIABLES.MCP_PRUNER_HOOKS;
  return parse(launch.env['MCP_PRUNER_HOOKS'] ?? fallback);
}

/** The mode of the hooks that are in place, a plugin's among them: of several hosts the one that changes most; undefined if there are none. */
export async function hookModeOf(setups: readonly FoundSetup[], places: Places): Promise<HookMode | undefined> {
  const modes = await Promise.all(
    setups.map(async ({ host, servers }) => {
      const isThere = await Promise.all([true, false].map((project) => hasHooks({ host }, places, project)));
      return isThere.includes(true) ? servers.filter(({ enabled }) => enabled).map(hookMode) : [];
    }),
  );
  const plugin = await findClaudePlugin(places);
  const all = [...modes.flat(), plugin && pluginMode(plugin)];
  return HOOK_MODES.findLast((mode) => all.includes(mode));
}

async function hasHooks({ host }: Pick<FoundSetup, 'host'>, places: Places, project: boolean): Promise<boolean> {
  const file = host.setup.hooks?.(places, project, '');
  if (file === undefined) return false;
  const read = await readHostFile({ path: file.path, format: 'json' });
  if (!read.ok) return false;
  return file.items.some(({ list, isOurs }) => {
    const items = list.reduce<unknown>((value, key) => foreign(value)[key], read.root);
    return Array.isArray(items) && items.some(isOurs);
  });
}
