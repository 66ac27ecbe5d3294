import { existsSync } from 'node:fs';
import path from 'node:path';
import { findCommand } from '../../gateway/upstream/transport/find-command.ts';
import { realPathOf } from '../../platform/paths/work-folder.ts';
import { type FoundPlugin, findPlugins } from '../../setup/find-plugin.ts';
import type { FoundSetup, OwnServer } from '../../setup/find-setups.ts';
import type { Check, CheckResult, Installation } from './check.ts';
import { serverOff } from './switched-off.ts';

/** Checks that the installed agents list our server and can start it. */
export const checkHosts: Check = async (installation) => {
  const { places, setups } = installation;
  if (places === undefined) {
    return [{ id: 'hosts', status: 'FAIL', message: 'no home folder is known', fix: 'export HOME=/your/home' }];
  }
  const plugins = await findPlugins(places);
  const found = await Promise.all(setups.map((setup) => findingsOf(setup, installation, pluginOf(setup, plugins))));
  const absent = setups.filter(({ installed, servers, faults }) => !installed && servers.length + faults.length === 0);
  return [...found.flat(), ...toAbsent(absent), ...(plugins.length === 0 ? toNobody(setups) : [])];
};

const pluginOf = ({ host }: FoundSetup, plugins: readonly FoundPlugin[]): FoundPlugin | undefined =>
  plugins.find((plugin) => plugin.host === host);
const initFor = ({ host }: FoundSetup): string => `mcp-pruner init --${host.name}`;

async function findingsOf(
  setup: FoundSetup,
  installation: Installation,
  plugin: FoundPlugin | undefined,
): Promise<readonly CheckResult[]> {
  const { host, installed, servers, taken, faults } = setup;
  const id = host.name;
  const { title } = host.setup;
  const broken = faults.map((why): CheckResult => {
    return { id, status: 'FAIL', message: `${title}: ${why}`, fix: `fix it by hand, then ${initFor(setup)}` };
  });
  const started = await Promise.all(servers.map((server) => toServer(server, setup, installation)));
  const own = [...started, ...toPlugin(setup, plugin)];
  const others = taken.map((one) => takenFinding(setup, one));
  if (own.length + broken.length + others.length > 0) return [...broken, ...own, ...others];
  const message = `${title} is installed and does not have mcp-pruner`;
  return installed ? [{ id, status: 'INFO', message, fix: initFor(setup) }] : [];
}

/** Reports a server of somebody else that has the name of ours. */
export function takenFinding(setup: FoundSetup, { name, file }: FoundSetup['taken'][number]): CheckResult {
  const { name: id, setup: of } = setup.host;
  // Ours under another name starts beside it.
  const isBeside = setup.servers.some((own) => own.name !== name);
  const isFirst = !isBeside && setup.servers.length > 0;
  const instead = isFirst ? '; in this folder it starts instead of ours' : '';
  const message = `${of.title}: the server "${name}" in ${file} is not mcp-pruner and stays as it is${instead}`;
  return isBeside
    ? { id, status: 'INFO', message }
    : { id, status: 'WARN', message, fix: `${initFor(setup)} --name mcp-pruner` };
}

async function toServer(server: OwnServer, setup: FoundSetup, installation: Installation): Promise<CheckResult> {
  const { launch, file, enabled } = server;
  const id = setup.host.name;
  const { title } = setup.host.setup;
  const fail = (what: string): CheckResult => {
    return { id, status: 'FAIL', message: `${title}: ${what} (in ${file})`, fix: initFor(setup) };
  };
  const command = await findCommand(launch.command, installation.cwd, installation.env['PATH']);
  if (command === undefined) return fail(`the program ${JSON.stringify(launch.command)} does not exist`);
  const script = launch.args.find((arg) => path.isAbsolute(arg) && /\.[cm]?[jt]s$/.test(arg));
  if (script !== undefined && !existsSync(script)) return fail(`${JSON.stringify(script)} is not there`);
  if (!enabled) {
    const message = `${title}: mcp-pruner is switched off in ${file}`;
    return { id, status: 'WARN', message, fix: `switch it on in ${title}` };
  }
  const off = await serverOff(setup.host, server, installation.places);
  if (off !== undefined) return off;
  const own = installation.launch().args.map(realPathOf);
  const other =
    script === undefined || own.includes(realPathOf(script)) ? '' : `, another copy than this one: ${script}`;
  return { id, status: 'PASS', message: `${title} starts mcp-pruner${other} (in ${file})` };
}

function toPlugin({ host, servers }: FoundSetup, plugin: FoundPlugin | undefined): readonly CheckResult[] {
  if (plugin === undefined || servers.length > 0) return [];
  const { title } = host.setup;
  return [{ id: host.name, status: 'PASS', message: `${title} has mcp-pruner as a plugin (in ${plugin.file})` }];
}

function toAbsent(absent: readonly FoundSetup[]): readonly CheckResult[] {
  if (absent.length === 0) return [];
  const titles = absent.map(({ host }) => host.setup.title).join(', ');
  return [{ id: 'hosts', status: 'INFO', message: `not found: ${titles}` }];
}

function toNobody(setups: readonly FoundSetup[]): readonly CheckResult[] {
  if (setups.some(({ servers }) => servers.length > 0)) return [];
  const fix = setups.some(({ installed }) => installed) ? 'mcp-pruner init' : 'mcp-pruner init --print json';
  return [{ id: 'hosts', status: 'WARN', message: 'no agent that is known here starts mcp-pruner', fix }];
}
