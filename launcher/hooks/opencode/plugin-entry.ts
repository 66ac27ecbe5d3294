import type { Launch } from '../../hosts/launch.ts';
import { type OwnPart, partOfLaunch } from '../../hosts/part-of-launch.ts';

const PLUGIN: OwnPart = { built: 'mcp-pruner-opencode.js', source: 'hooks/opencode/plugin.ts' };

/** Our plugin as opencode's list has it. A folder of its own for what is stored is told to the plugin too. */
export function opencodePlugin(launch: Launch): unknown {
  const file = partOfLaunch(launch, PLUGIN);
  const { MCP_PRUNER_HOME: home } = launch.env;
  return home === undefined ? file : [file, { home }];
}

/** True if an entry in opencode's plugins is ours, whatever its path. */
export function isOurOpencodePlugin(raw: unknown): boolean {
  return fileOfOpencodePlugin(raw) !== undefined;
}

/** The file of our plugin. */
export function fileOfOpencodePlugin(raw: unknown): string | undefined {
  const file: unknown = Array.isArray(raw) ? raw[0] : raw;
  const isOurs =
    typeof file === 'string' && [PLUGIN.built, `launcher/${PLUGIN.source}`].some((end) => endsWith(file, end));
  return isOurs ? file.replace(/^file:\/\//, '') : undefined;
}

function endsWith(file: string, end: string): boolean {
  return file.replaceAll('\\', '/').endsWith(`/${end}`);
}
