import { readHostFile } from '../../hosts/read-host-file.ts';
import type { FoundSetup } from '../../setup/find-setups.ts';
import type { Check, CheckResult, Installation } from './check.ts';

/** Checks how hosts that start us limit our answers. */
export const checkLimits: Check = async (installation) => {
  const found = await Promise.all(installation.setups.map((setup) => limitOf(setup, installation)));
  return found.filter((one) => one !== undefined);
};

async function limitOf(
  { host, servers: [server] }: FoundSetup,
  { env, places }: Installation,
): Promise<CheckResult | undefined> {
  const { limit } = host.setup;
  if (server === undefined || limit === undefined) return undefined;
  const file = places && limit.file?.(places);
  const read = file === undefined ? undefined : await readHostFile({ path: file, format: 'json' });
  const settings = read?.ok === true ? read.root : undefined;
  return { id: `${host.name}-limit`, ...limit.check({ own: server.launch.env, env, file, settings }) };
}
