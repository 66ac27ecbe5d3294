import type { SetupHost } from '../../setup/find-hosts.ts';
import { findSetups } from '../../setup/find-setups.ts';
import type { SetupOptions } from '../../setup/plan-setup.ts';
import type { CommandContext } from '../command.ts';
import type { CheckResult } from '../doctor/check.ts';
import { listedBy } from '../doctor/check-listed.ts';
import { hooksOff, serverOff } from '../doctor/switched-off.ts';

/** Reports the hosts that list our server not at all or as unusable, and settings that keep us out. */
export type ListHosts = (
  hosts: readonly SetupHost[],
  options: SetupOptions,
  context: Pick<CommandContext, 'cwd' | 'env' | 'stop'>,
) => Promise<readonly CheckResult[]>;

export const listHosts: ListHosts = async (hosts, { places, launch, name }, context) => {
  const setups = await findSetups(places, launch, name);
  const asked = setups.filter(({ host }) => hosts.includes(host));
  const listed = await Promise.all(
    asked.map(async (setup) => [
      ...(await Promise.all(setup.servers.map((server) => serverOff(setup.host, server, places)))),
      await hooksOff(setup.host, places),
      ...(await listedBy(setup, { ...context, places })),
    ]),
  );
  const found = listed.flat().filter((one) => one !== undefined);
  return found.filter(({ status }) => status === 'WARN' || status === 'FAIL');
};

export function toListedLine({ status, message, fix }: CheckResult): string {
  return `${status}  ${message}${fix === undefined ? '' : `; ${fix}`}`;
}
