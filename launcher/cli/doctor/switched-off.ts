import { howToEnable, readHostSettings } from '../../hosts/disabling-settings.ts';
import type { Places } from '../../hosts/places.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import type { OwnServer } from '../../setup/find-setups.ts';
import type { CheckResult } from './check.ts';

export const hooksId = ({ name }: SetupHost): string => `${name}-hooks`;

/** Reports the setting that keeps a host from running our hooks. */
export async function hooksOff(host: SetupHost, places: Places): Promise<CheckResult | undefined> {
  const { disabling, title } = host.setup;
  const off = disabling?.hooks(await readHostSettings(disabling, places));
  if (off === undefined) return undefined;
  const message = `${title} does not run mcp-pruner’s hooks: "${off.setting}" in ${off.path} switches them off`;
  return { id: hooksId(host), status: 'WARN', message, fix: howToEnable(off) };
}

/** Reports the setting that keeps a host from starting our server. */
export async function serverOff(
  { name: id, setup: { disabling, title } }: SetupHost,
  { name, file, launch }: OwnServer,
  places: Places | undefined,
): Promise<CheckResult | undefined> {
  if (disabling?.server === undefined || places === undefined) return undefined;
  const off = disabling.server(await readHostSettings(disabling, places), name, launch);
  if (off === undefined) return undefined;
  const message = `${title} does not start the server "${name}" (in ${file}): "${off.setting}" in ${off.path} leaves it out`;
  return { id, status: 'FAIL', message, fix: howToEnable(off) };
}
