import type { SetupHost } from '../../setup/find-hosts.ts';
import { findSetups } from '../../setup/find-setups.ts';
import type { SetupOptions } from '../../setup/plan-setup.ts';
import type { CommandContext } from '../command.ts';
import type { CheckResult } from '../doctor/check.ts';
import { takenFinding } from '../doctor/check-hosts.ts';
import { listedBy } from '../doctor/check-listed.ts';
import { hooksOff, serverOff } from '../doctor/switched-off.ts';

/** Reports the hosts that list our server not at all or as unusable, and settings that keep us out. */
export type ListHosts = (
  hosts: readonly SetupHost[],
  options: SetupOptions,
  context: Pick<CommandContext, 'cwd' | 'env' | 'stop'>,
) => Promise<readonly CheckResult[]>;

export const listHosts: ListHosts = async (hosts, options, context) => {
  const { places } = options;
  const listed = await Promise.all(
    (await setupsOf(hosts, options)).map(async (setup) => [
      ...(await Promise.all(setup.servers.map((server) => serverOff(setup.host, server, places)))),
      await hooksOff(setup.host, places),
      ...setup.taken.map((one) => takenFinding(setup, one)),
      ...(await listedBy(setup, { ...context, places })),
    ]),
  );
  const found = listed.flat().filter((one) => one !== undefined);
  return found.filter(({ status }) => status === 'WARN' || status === 'FAIL');
};

/** Reports servers of others that have the name of ours. */
export async function takenIn(hosts: readonly SetupHost[], options: SetupOptions): Promise<readonly CheckResult[]> {
  const setups = await setupsOf(hosts, options);
  return setups.flatMap((setup) => setup.taken.map((one) => takenFinding(setup, one)));
}

const setupsOf = async (hosts: readonly SetupHost[], { places, launch, name }: SetupOptions) =>
  (await findSetups(places, launch, name)).filter(({ host }) => hosts.includes(host));

export function toListedLine({ status, message, fix }: CheckResult): string {
  return `${status}  ${message}${fix === undefined ? '' : `; ${fix}`}`;
}
