import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import { type ClaudePlugin, findClaudePlugin, pluginMode } from '../../setup/claude-plugin.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import { isOurServer } from '../../setup/is-our-server.ts';
import { findServerPlace, type SetupOptions } from '../../setup/plan-setup.ts';
import type { InitRequest } from './init-request.ts';

/** Hosts to set up, and the plugin that one of them uses instead. */
export interface WithoutPlugin {
  readonly hosts: readonly SetupHost[];
  readonly plugin: ClaudePlugin | undefined;
}

/** Drops a host in which our plugin is enabled, because its server and its hooks would be there twice. */
export async function withoutPlugin(
  hosts: readonly SetupHost[],
  { uninstall, force }: InitRequest,
  { places }: Pick<SetupOptions, 'places'>,
): Promise<WithoutPlugin> {
  const isAsked = !uninstall && !force && hosts.some(({ name }) => name === 'claude-code');
  const plugin = isAsked ? await findClaudePlugin(places) : undefined;
  return { hosts: plugin === undefined ? hosts : hosts.filter(({ name }) => name !== 'claude-code'), plugin };
}

/** Explains that a host was skipped, and how to get the same from the plugin. */
export async function toPluginLines(
  plugin: ClaudePlugin | undefined,
  { env, allow }: InitRequest,
  hosts: readonly SetupHost[],
  options: SetupOptions,
): Promise<readonly string[]> {
  const host = hosts.find(({ name }) => name === 'claude-code');
  if (plugin === undefined || host === undefined) return [];
  const { file, name } = await findServerPlace(host, options);
  const read = await readHostFile(file);
  const isTwice = read.ok && isOurServer(host, asJsonObject(read.root?.[file.key])[name], options.launch);
  const set = Object.entries(env).filter(([key]) => key !== 'MCP_PRUNER_HOOKS' || env[key] !== pluginMode(plugin));
  return [
    `Claude Code has mcp-pruner as a plugin (in ${plugin.file}), with its hooks: nothing was added; --force adds it all the same`,
    ...(isTwice
      ? [`The server "${name}" in ${file.path} is there beside it: mcp-pruner init --claude-code --uninstall`]
      : []),
    ...(set.length === 0
      ? []
      : [`For the plugin, set ${set.map(([key]) => key).join(', ')} in "env" of ${plugin.file}`]),
    ...(allow
      ? ['For the plugin, allow its tools in Claude Code: enter /permissions (docs/plugins.md has their names)']
      : []),
  ];
}
