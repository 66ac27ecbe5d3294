import path from 'node:path';
import { asJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import { claudeHome, type Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { type HookMode, VARIABLES } from '../platform/settings/variables.ts';

/** Our plugin, enabled in Claude Code. */
export interface ClaudePlugin {
  /** Settings file that enables it. */
  readonly file: string;
  /** Environment of its server: the shell's variables, overridden by those in Claude Code's settings. */
  readonly env: Places['env'];
}

/** Plugin name, up to the marketplace's name. */
const OURS = 'mcp-pruner@';

/** Looks for our plugin in Claude Code's settings. The project's settings override the user's. */
export async function findClaudePlugin(places: Places): Promise<ClaudePlugin | undefined> {
  const project = path.join(places.cwd, '.claude');
  const files = [
    path.join(project, 'settings.local.json'),
    path.join(project, 'settings.json'),
    path.join(claudeHome(places), 'settings.json'),
  ];
  const read = await Promise.all(files.map((file) => readHostFile({ path: file, format: 'json' })));
  const all = read.map((one) => (one.ok ? (one.root ?? {}) : {}));
  const at = all.findIndex((settings) => switchOf(settings) !== undefined);
  const [file, settings] = [files[at], all[at]];
  if (file === undefined || settings === undefined || switchOf(settings) !== true) return undefined;
  const set = all.toReversed().map(({ env }) => asJsonObject(env));
  return { file, env: Object.assign({}, places.env, ...set) as Places['env'] };
}

/** Returns the hook mode of the plugin's server; undefined for a value that is not allowed. */
export function pluginMode({ env }: ClaudePlugin): HookMode | undefined {
  const { parse, fallback } = VARIABLES.MCP_PRUNER_HOOKS;
  return parse(String(env['MCP_PRUNER_HOOKS'] ?? fallback));
}

function switchOf({ enabledPlugins }: JsonObject): unknown {
  return Object.entries(asJsonObject(enabledPlugins)).find(([name]) => name.startsWith(OURS))?.[1];
}
