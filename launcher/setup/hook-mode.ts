import type { ListedFile } from '../hosts/host.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { HOOK_MODES, type HookMode, VARIABLES } from '../platform/settings/variables.ts';
import type { FoundSetup } from './find-setups.ts';
import { hookLists, ourItem } from './hook-lists.ts';

/** Returns the hook mode of a server with these variables; undefined for a value that is not allowed. */
export function hookMode(env: Places['env']): HookMode | undefined {
  const { parse, fallback } = VARIABLES.MCP_PRUNER_HOOKS;
  return parse(String(env['MCP_PRUNER_HOOKS'] ?? fallback));
}

/**
 * Returns the hook mode across all hosts. If they differ, returns the one that changes most. Undefined if there are no
 * hooks. Hosts that run our plugin inside them are left out, because it counts by itself.
 */
export async function hookModeOf(setups: readonly FoundSetup[], places: Places): Promise<HookMode | undefined> {
  const modes = await Promise.all(
    setups.map(async ({ host, servers }) => {
      if (host.readCounts !== undefined) return [];
      const isThere = await Promise.all(hookLists(host, places).map(hasHooks));
      return isThere.includes(true)
        ? servers.filter(({ enabled }) => enabled).map(({ launch }) => hookMode(launch.env))
        : [];
    }),
  );
  return HOOK_MODES.findLast((mode) => modes.flat().includes(mode));
}

async function hasHooks({ path, items }: ListedFile): Promise<boolean> {
  const read = await readHostFile({ path, format: 'json' });
  if (!read.ok) return false;
  return items.some((item) => ourItem(read.root, item) !== undefined);
}
