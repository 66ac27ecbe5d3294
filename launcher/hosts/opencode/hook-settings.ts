import { isFields } from '../../../src/transcripts/fields.ts';
import { type Launch, type OwnPart, partOfLaunch } from '../launch.ts';

const PLUGIN: OwnPart = { built: 'mcp-pruner-opencode.js', source: 'hosts/opencode/plugin.ts' };

/** Ends of our plugin's path: built, in a checkout, and in a checkout of an earlier version. */
const ENDS = [PLUGIN.built, `launcher/${PLUGIN.source}`, 'launcher/hooks/opencode/plugin.ts'];

/** Returns our plugin for opencode's list. If MCP_PRUNER_HOME is set, the plugin gets it as an option. */
export function opencodePlugin(launch: Launch): unknown {
  const file = partOfLaunch(launch, PLUGIN);
  const { MCP_PRUNER_HOME: home } = launch.env;
  return home === undefined ? file : [file, { home }];
}

/** Returns our plugin's entry in OpenCode 2's list `plugins` (https://opencode.ai/v2/docs/build/plugins). opencode 1 ignores it. */
export function nextOpencodePlugin(launch: Launch): unknown {
  const plugin = opencodePlugin(launch);
  if (!Array.isArray(plugin)) return plugin;
  const [file, options] = plugin as readonly unknown[];
  return { package: file, options };
}

/** True if an entry in opencode's plugins is ours, whatever its path. */
export function isOurOpencodePlugin(raw: unknown): boolean {
  return fileOfOpencodePlugin(raw) !== undefined;
}

/** Returns the file of our plugin. */
export function fileOfOpencodePlugin(raw: unknown): string | undefined {
  const file: unknown = Array.isArray(raw) ? raw[0] : isFields(raw) ? raw['package'] : raw;
  const isOurs = typeof file === 'string' && ENDS.some((end) => endsWith(file, end));
  return isOurs ? file.replace(/^file:\/\//, '') : undefined;
}

function endsWith(file: string, end: string): boolean {
  return file.replaceAll('\\', '/').endsWith(`/${end}`);
}
