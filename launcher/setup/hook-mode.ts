import { HOOK_MODES, type HookMode, VARIABLES } from '../config/variables.ts';
import { foreign } from '../hosts/foreign-entry.ts';
import type { ListedFile } from '../hosts/hosts.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { findClaudePlugin, pluginMode } from './claude-plugin.ts';
import type { FoundServer, FoundSetup } from './find-setups.ts';
import { hookLists } from './hook-lists.ts';

/** What a server of ours does with results of its host's own tools, if it is asked. */
export function hookMode({ launch }: Pick<FoundServer, 'launch'>): HookMode | undefined {
  const { parse, fallback } = VARIABLES.MCP_PRUNER_HOOKS;
  return parse(launch.env['MCP_PRUNER_HOOKS'] ?? fallback);
}

/** The mode of the hooks that are in place, a plugin's among them: of several hosts the one that changes most; undefined if there are none. */
export async function hookModeOf(setups: readonly FoundSetup[], places: Places): Promise<HookMode | undefined> {
  const modes = await Promise.all(
    setups.map(async ({ host, servers }) => {
      const isThere = await Promise.all(hookLists(host, places).map(hasHooks));
      return isThere.includes(true) ? servers.filter(({ enabled }) => enabled).map(hookMode) : [];
    }),
  );
  const plugin = await findClaudePlugin(places);
  const all = [...modes.flat(), plugin && pluginMode(plugin)];
  return HOOK_MODES.findLast((mode) => all.includes(mode));
}

async function hasHooks({ path, items }: ListedFile): Promise<boolean> {
  const read = await readHostFile({ path, format: 'json' });
  if (!read.ok) return false;
  return items.some(({ list, isOurs }) => {
    const found = list.reduce<unknown>((value, key) => foreign(value)[key], read.root);
    return Array.isArray(found) && found.some(isOurs);
  });
}
