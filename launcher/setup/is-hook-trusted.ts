import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import type { SetupHost } from './find-hosts.ts';
import { hookLists, listOf } from './hook-lists.ts';

/** True if the host runs our hook in that file, because it requires no trust or the user has trusted the hook once. */
export async function isHookTrusted(host: SetupHost, places: Places, file: string): Promise<boolean> {
  const { hooksTrust } = host.setup;
  if (hooksTrust === undefined) return true;
  const [hooks, trust] = await Promise.all([
    readHostFile({ path: file, format: 'json' }),
    readHostFile(hooksTrust.file(places)),
  ]);
  const items = hookLists(host, places).find(({ path }) => path === file)?.items ?? [];
  const root = hooks.ok ? hooks.root : undefined;
  const index = items.map((item) => listOf(root, item).findIndex(item.isOurs)).find((at) => at !== -1);
  return index !== undefined && trust.ok && hooksTrust.isTrusted(trust.root ?? {}, file, index);
}
