import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import { type FoundPlugin, findPlugin } from '../../setup/find-plugin.ts';
import { hookMode } from '../../setup/hook-mode.ts';
import { isOurServer } from '../../setup/is-our-server.ts';
import { findServerPlace, type SetupOptions } from '../../setup/plan-setup.ts';
import type { InitRequest } from './init-request.ts';

/** Hosts to set up, and the plugins that the other hosts use instead. */
export interface WithoutPlugins {
  readonly hosts: readonly SetupHost[];
  readonly plugins: readonly FoundPlugin[];
}

/** Drops hosts in which our plugin is enabled, because its server and its hooks would be there twice. */
export async function withoutPlugins(
  hosts: readonly SetupHost[],
  { uninstall, force }: InitRequest,
  { places }: Pick<SetupOptions, 'places'>,
): Promise<WithoutPlugins> {
  const found = uninstall || force ? [] : await Promise.all(hosts.map((host) => findPlugin(host, places)));
  const plugins = found.filter((plugin) => plugin !== undefined);
  return { hosts: hosts.filter((host) => !plugins.some((plugin) => plugin.host === host)), plugins };
}

/** Explains that a host was skipped, and how to get the same effect from the plugin. */
export async function toPluginLines(
  { host, file: pluginFile, env: pluginEnv }: FoundPlugin,
  { env, allow }: InitRequest,
  options: SetupOptions,
): Promise<readonly string[]> {
  const { title, plugins } = host.setup;
  const { file, name } = await findServerPlace(host, options);
  const read = await readHostFile(file);
  const isTwice = read.ok && isOurServer(host, asJsonObject(read.root?.[file.key])[name], options.launch);
  const set = Object.keys(env).filter((key) => key !== 'MCP_PRUNER_HOOKS' || env[key] !== hookMode(pluginEnv));
  return [
    `${title} has mcp-pruner as a plugin (in ${pluginFile}), with its hooks: nothing was added; --force adds it anyway`,
    ...(isTwice
      ? [`The server "${name}" in ${file.path} is there beside it: mcp-pruner init --${host.name} --uninstall`]
      : []),
    ...(set.length === 0 ? [] : [`For the plugin, set ${set.join(', ')} in "env" of ${pluginFile}`]),
    ...(allow
      ? [`For the plugin, allow its tools in ${title}: ${plugins?.allowing} (docs/install.md has their names)`]
      : []),
  ];
}
