import { asJsonObject } from '../../../src/base/json/json-object.ts';
import type { Launch } from '../../hosts/launch.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import { liveGroups } from '../../platform/process/live-groups.ts';
import type { FileOutcome } from '../../setup/files/outcome.ts';
import { SETUP_HOSTS, type SetupHost } from '../../setup/find-hosts.ts';
import { launchOf } from '../../setup/is-our-server.ts';
import { findServerPlace, type SetupOptions } from '../../setup/plan-setup.ts';
import type { CommandContext } from '../command.ts';
import type { TriedLauncher, TryLauncher } from '../try-launcher.ts';

/** Hosts that start the server with the same command, and the result of trying it. */
export interface TriedHosts {
  readonly hosts: readonly SetupHost[];
  readonly result: TriedLauncher;
}

/** Starts the server with the command in the hosts' files. Each distinct command is tried once, and reported at once. */
export async function tryHosts(
  outcomes: readonly FileOutcome[],
  options: SetupOptions,
  { env, version, stop }: CommandContext,
  tryLauncher: TryLauncher,
  onTried: (tried: TriedHosts) => void,
): Promise<readonly TriedHosts[]> {
  const ways = new Map<string, { readonly launch: Launch | undefined; readonly hosts: SetupHost[] }>();
  for (const host of SETUP_HOSTS.filter(({ name }) => outcomes.some((one) => hasServerOf(one, name)))) {
    const launch = await launchIn(host, options);
    const way = JSON.stringify(launch ?? host.name);
    const known = ways.get(way);
    if (known === undefined) ways.set(way, { launch, hosts: [host] });
    else known.hosts.push(host);
  }
  try {
    return await Promise.all(
      [...ways.values()].map(async ({ launch, hosts }) => {
        const missing: TriedLauncher = { ok: false, why: 'its file has no command' };
        const result = launch === undefined ? missing : await tryLauncher(launch, { env, version, stop });
        onTried({ hosts, result });
        return { hosts, result };
      }),
    );
  } finally {
    await liveGroups.killAll();
  }
}

/** True if a file has the server of a host. A file that has only instructions does not count. */
function hasServerOf({ plan, result }: FileOutcome, host: string): boolean {
  return result !== 'failed' && plan.hosts.includes(host) && plan.parts.some(({ kind }) => kind !== 'block');
}

async function launchIn(host: SetupHost, options: SetupOptions): Promise<Launch | undefined> {
  const { file, name } = await findServerPlace(host, options);
  const read = await readHostFile(file);
  return read.ok ? launchOf(host, asJsonObject(read.root?.[file.key])[name]) : undefined;
}

export function toTriedLine({ hosts, result }: TriedHosts): string {
  const titles = hosts.map(({ setup }) => setup.title).join(', ');
  if (!result.ok) return `FAIL  ${titles}: ${result.why}`;
  const { ms, tokens } = result;
  return `PASS  ${titles}: the server started and answered a question in ${ms} ms, with ${tokens.after} tokens instead of ${tokens.before}`;
}
