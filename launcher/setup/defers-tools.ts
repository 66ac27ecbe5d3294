import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asJsonObject, isJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import type { Launch } from '../hosts/launch.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { SETUP_HOSTS } from './find-hosts.ts';
import { isOurServer } from './is-our-server.ts';

/** Client name that Claude Code sends in `initialize`. */
const CLAUDE_CODE = 'claude-code';
/** Values of ENABLE_TOOL_SEARCH that make it defer tools. `auto` is absent: it depends on what other servers list. */
const SEARCH_ON: ReadonlySet<string | undefined> = new Set([undefined, '', '1', 'true', 'yes', 'on']);

/**
 * True if the client shows its model only the names of our tools until one is asked for. Claude Code does so unless the
 * entry that starts us has `alwaysLoad`, or its tool search is off (https://code.claude.com/docs/en/mcp). Anything
 * uncertain counts as loaded, so that no cost is overlooked.
 */
export async function defersTools(
  client: string | undefined,
  places: Places | undefined,
  own: Launch,
): Promise<boolean> {
  if (client !== CLAUDE_CODE || places === undefined) return false;
  if (!SEARCH_ON.has(places.env['ENABLE_TOOL_SEARCH']?.toLowerCase())) return false;
  const host = SETUP_HOSTS.find(({ name }) => name === CLAUDE_CODE);
  if (host === undefined) return false;
  const plugin = places.env['CLAUDE_PLUGIN_ROOT'];
  const entries = plugin ? await pluginEntries(plugin) : [];
  for (const file of host.files(places)) {
    const read = await readHostFile(file);
    if (!read.ok) return false;
    entries.push(...file.serversIn(read.root ?? {}).flatMap((servers) => Object.values(asJsonObject(servers))));
  }
  const ours = entries.filter((raw): raw is JsonObject => isJsonObject(raw) && isOurServer(host, raw, own));
  return !ours.some(({ alwaysLoad }) => alwaysLoad === true);
}

/** Servers of the plugin that started us. */
async function pluginEntries(folder: string): Promise<unknown[]> {
  try {
    const root = JSON.parse(await readFile(path.join(folder, '.mcp.json'), 'utf8')) as unknown;
    return Object.values(asJsonObject(asJsonObject(root)['mcpServers']));
  } catch {
    return [];
  }
}
