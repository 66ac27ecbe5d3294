import { asJsonObject } from '../../src/base/json/json-object.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { SETUP_HOSTS, type SetupHost } from './find-hosts.ts';

/** Our plugin, enabled in a host. */
export interface FoundPlugin {
  readonly host: SetupHost;
  /** Settings file that enables it. */
  readonly file: string;
  /** Environment of its server: the shell's variables, overridden by those in the host's settings. */
  readonly env: Places['env'];
}

/** Looks for our plugin in the settings of every host that has plugins. */
export async function findPlugins(places: Places): Promise<readonly FoundPlugin[]> {
  const found = await Promise.all(SETUP_HOSTS.map((host) => findPlugin(host, places)));
  return found.filter((one) => one !== undefined);
}

export async function findPlugin(host: SetupHost, places: Places): Promise<FoundPlugin | undefined> {
  const { plugins } = host.setup;
  if (plugins === undefined) return undefined;
  const files = plugins.files(places);
  const read = await Promise.all(files.map((file) => readHostFile({ path: file, format: 'json' })));
  const all = read.map((one) => (one.ok ? (one.root ?? {}) : {}));
  const at = all.findIndex((settings) => plugins.switchOf(settings) !== undefined);
  const [file, settings] = [files[at], all[at]];
  if (file === undefined || settings === undefined || plugins.switchOf(settings) !== true) return undefined;
  const set = all.toReversed().map(({ env }) => asJsonObject(env));
  return { host, file, env: Object.assign({}, places.env, ...set) as Places['env'] };
}
