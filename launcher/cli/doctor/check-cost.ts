import type { Launch } from '../../hosts/launch.ts';
import { hostDefersTools } from '../../setup/defers-tools.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import type { Check, CheckResult, Installation } from './check.ts';

/** Hosts that start the server in the same way. */
interface Way {
  readonly launch: Launch;
  readonly hosts: SetupHost[];
}

/**
 * Reports what each host's model gets with every request because of us. Starts the server once for each distinct
 * command.
 */
export const checkCost: Check = async (installation) => {
  const ways = waysOf(installation);
  const found = await Promise.all([...ways.map((way) => costOf(way, installation)), cachesOf(installation)]);
  return found.flat();
};

/** Reports the lifetime of each host's prompt cache. A longer pause costs the whole context again. */
async function cachesOf({ setups, places }: Installation): Promise<readonly CheckResult[]> {
  const found = setups.map(async ({ installed, host: { setup } }): Promise<readonly CheckResult[]> => {
    const lifetime = installed && places !== undefined ? await setup.cacheLifetime?.(places) : undefined;
    if (lifetime === undefined) return [];
    const message = `${setup.title} keeps its prompt cache for ${lifetime.minutes} minutes (${lifetime.from})`;
    return [{ id: 'cost', status: 'INFO', message }];
  });
  return (await Promise.all(found)).flat();
}

function waysOf({ setups, launch }: Installation): readonly Way[] {
  const ways = new Map<string, Way>();
  for (const { host, servers } of setups) {
    const server = servers.find(({ enabled }) => enabled);
    if (server === undefined) continue;
    const name = JSON.stringify(server.launch);
    const way = ways.get(name) ?? { launch: server.launch, hosts: [] };
    way.hosts.push(host);
    ways.set(name, way);
  }
  return ways.size === 0 ? [{ launch: launch(), hosts: [] }] : [...ways.values()];
}

async function costOf({ launch, hosts }: Way, installation: Installation): Promise<readonly CheckResult[]> {
  const { tryLauncher, places, env, version, stop, timers } = installation;
  const tried = await tryLauncher(launch, { env, version, stop, timers });
  // Another check reports a server that does not start.
  if (!tried.ok) return [];
  const { tools, instructions, names } = tried.cost;
  const total = `${tools + instructions} tokens with each request: ${tools} of ${names.length} ${names.length === 1 ? 'tool' : 'tools'} (${names.join(', ')}), ${instructions} of instructions`;
  if (hosts.length === 0) return [{ id: 'cost', status: 'PASS', message: total }];
  const deferring = await Promise.all(
    hosts.map(async (host) => places !== undefined && (await hostDefersTools(host, places, launch))),
  );
  const titles = (isDeferring: boolean): string =>
    hosts.flatMap(({ setup }, at) => (deferring[at] === isDeferring ? [setup.title] : [])).join(', ');
  const [sent, later] = [titles(false), titles(true)];
  return [
    ...(sent === '' ? [] : [`${sent}: ${total}`]),
    ...(later === ''
      ? []
      : [`${later}: of ${names.join(', ')} the names with each request, and a definition once it is asked for`]),
  ].map((message) => ({ id: 'cost', status: 'PASS', message }));
}
