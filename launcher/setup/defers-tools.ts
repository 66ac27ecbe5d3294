import { asJsonObject, isJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import type { Launch } from '../hosts/launch.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { SETUP_HOSTS, type SetupHost } from './find-hosts.ts';
import { isOurServer } from './is-our-server.ts';

/**
 * True if the client shows its model only the names of our tools until the model asks for one. If this is uncertain,
 * the tools count as loaded, so that no cost is overlooked.
 */
export async function defersTools(
  client: string | undefined,
  places: Places | undefined,
  own: Launch,
): Promise<boolean> {
  const host = client === undefined ? undefined : SETUP_HOSTS.find((one) => one.client?.name === client);
  return host !== undefined && places !== undefined && (await hostDefersTools(host, places, own));
}

export async function hostDefersTools(host: SetupHost, places: Places, own: Launch): Promise<boolean> {
  const search = host.setup.toolSearch;
  if (search?.isOn(places.env) !== true) return false;
  const entries: unknown[] = [];
  for (const file of host.files(places)) {
    const read = await readHostFile(file);
    if (!read.ok) return false;
    entries.push(...file.serversIn(read.root ?? {}).flatMap((servers) => Object.values(asJsonObject(servers))));
  }
  const ours = entries.filter((raw): raw is JsonObject => isJsonObject(raw) && isOurServer(host, raw, own));
  return !ours.some((entry) => search.isExempt?.(entry));
}
