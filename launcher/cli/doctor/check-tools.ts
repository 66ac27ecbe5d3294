import type { Places } from '../../hosts/places.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import { hostDefersTools } from '../../setup/defers-tools.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import type { FoundSetup } from '../../setup/find-setups.ts';
import { listOf } from '../../setup/hook-lists.ts';
import { READ_ONLY_TOOLS } from '../../tools/catalog.ts';
import type { Check, CheckResult, Installation } from './check.ts';

/** Checks that hosts with a tool search always show models our tools, and let them call read-only ones. */
export const checkTools: Check = async (installation) => {
  const { places, setups } = installation;
  if (places === undefined) return [];
  const searching = setups.filter(({ host }) => host.setup.toolSearch?.isExempt !== undefined);
  const found = await Promise.all(searching.map((setup) => toFinding(setup, places, installation)));
  return found.filter((one) => one !== undefined);
};

async function toFinding(
  { host, servers }: FoundSetup,
  places: Places,
  { launch }: Installation,
): Promise<CheckResult | undefined> {
  const server = servers.find(({ enabled }) => enabled);
  if (server === undefined) return undefined;
  const { title, unattended } = host.setup;
  const id = `${host.name}-tools`;
  const init = `mcp-pruner init --${host.name}`;
  if (await hostDefersTools(host, places, launch())) {
    const message = `${title}’s model sees only the names of mcp-pruner’s tools until it requests one`;
    return { id, status: 'WARN', message, fix: init };
  }
  const { MCP_PRUNER_TOOLS, MCP_PRUNER_HOOKS } = server.launch.env;
  const isBrief = MCP_PRUNER_TOOLS === 'artifact' && MCP_PRUNER_HOOKS !== 'off';
  if (await mayCall(host, server.name, places, isBrief ? ['artifact'] : READ_ONLY_TOOLS)) {
    const which = isBrief
      ? 'only `artifact`, and may call it'
      : 'mcp-pruner’s tools, and may call those that change nothing';
    const message = `${title}’s model sees ${which}`;
    return { id, status: 'PASS', message };
  }
  const refused = unattended === undefined ? '' : `; with \`${unattended}\` it refuses these calls`;
  const message = `${title} asks you before each call of mcp-pruner’s tools${refused}`;
  return { id, status: 'INFO', message, fix: `${init} --allow` };
}

async function mayCall(
  { setup }: SetupHost,
  server: string,
  places: Places,
  tools: readonly string[],
): Promise<boolean> {
  const allowed = new Set<unknown>();
  const wanted: string[] = [];
  for (const project of [true, false]) {
    const file = setup.permissions?.(places, project, { name: server, file: '' }, tools);
    if (file === undefined) continue;
    wanted.push(...file.items.map(({ name }) => name));
    const read = await readHostFile({ path: file.path, format: 'json' });
    for (const item of file.items) for (const one of listOf(read.ok ? read.root : {}, item)) allowed.add(one);
  }
  const all = setup.permissionOfAll?.(server);
  return (all !== undefined && allowed.has(all)) || wanted.every((tool) => allowed.has(tool));
}
