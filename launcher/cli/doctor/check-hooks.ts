import { existsSync } from 'node:fs';
import { HOST_REACH } from '../../hooks/host-reach.ts';
import { foreign } from '../../hosts/foreign-entry.ts';
import type { HostSetup, ListedFile } from '../../hosts/hosts.ts';
import type { Places } from '../../hosts/places.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import type { FoundSetup } from '../../setup/find-setups.ts';
import type { Check, Finding } from './check.ts';

/** Reports if results of the agents' own tools reach mcp-pruner, and in which mode. */
export const checkHooks: Check = async ({ places, setups }) => {
  if (places === undefined) return [];
  const found = setups.filter(({ servers }) => servers.some(({ enabled }) => enabled));
  const findings = await Promise.all(found.map((setup) => findingOf(setup, places)));
  const limits = found.flatMap(({ host }) => limitsOf(host));
  return [...findings.filter((finding) => finding !== undefined), ...limits];
};

/** What shortening does not reach in a host. */
function limitsOf({ name, setup }: SetupHost): readonly Finding[] {
  const reach = HOST_REACH.find(({ host }) => host === name);
  return reach === undefined
    ? []
    : [{ id: 'hooks', status: 'INFO', message: `${setup.title} does not let us shorten ${reach.cannot}` }];
}

async function findingOf({ host, servers }: FoundSetup, places: Places): Promise<Finding | undefined> {
  const { hooks, title } = host.setup;
  if (hooks === undefined) return undefined;
  const id = `${host.name}-hooks`;
  const init = `mcp-pruner init --${host.name}`;
  for (const { path, items } of listsOf(host, hooks, places)) {
    const read = await readHostFile({ path, format: 'json' });
    if (!read.ok) return { id, status: 'FAIL', message: `${title}: ${read.message}`, fix: 'mend it by hand' };
    const root = read.root ?? {};
    const there = items.map(({ list, isOurs }) => listIn(root, list).find(isOurs));
    const first = there.find((hook) => hook !== undefined);
    if (first === undefined) continue;
    if (there.includes(undefined)) {
      return { id, status: 'WARN', message: `only a part of mcp-pruner’s hooks is in ${path}`, fix: init };
    }
    const off = host.setup.hooksOff?.(root);
    if (off !== undefined) {
      return { id, status: 'WARN', message: `${title} runs no hooks: "${off}" in ${path} switches them off` };
    }
    const asked = host.setup.serverOf?.(first);
    const server = asked === undefined ? servers[0] : servers.find(({ name }) => name === asked);
    if (server === undefined) {
      const message = `${title} asks a server "${asked}" that is not mcp-pruner (in ${path})`;
      return { id, status: 'FAIL', message, fix: init };
    }
    const file = host.setup.hookFileOf?.(first);
    if (file !== undefined && !existsSync(file)) {
      return { id, status: 'FAIL', message: `${title}: ${JSON.stringify(file)} is not there (in ${path})`, fix: init };
    }
    if (!(await isTrusted(host.setup, places, path))) {
      const message = `${title} was not told to trust mcp-pruner’s hook in ${path}, so it does not run it`;
      return { id, status: 'WARN', message, fix: `enter /hooks in ${title}` };
    }
    const mode = server.launch.env['MCP_PRUNER_HOOKS'] ?? 'shadow';
    if (mode === 'on') return { id, status: 'PASS', message: `results of ${title}’s own tools are shortened` };
    const message =
      mode === 'off'
        ? `results of ${title}’s own tools are left alone`
        : `what shortening results of ${title}’s own tools would spare is measured: mcp-pruner stats`;
    return { id, status: 'INFO', message, fix: `${init} --on` };
  }
  return { id, status: 'INFO', message: `results of ${title}’s own tools do not reach mcp-pruner`, fix: init };
}

/** Lists of hooks, the project's first. A host may keep its servers in one of several files, and its hooks beside them. */
function listsOf({ files }: SetupHost, hooks: NonNullable<HostSetup['hooks']>, places: Places): readonly ListedFile[] {
  const launch = { command: '', args: [], env: {} };
  const known = files(places).map(({ path: file, folder }) =>
    hooks(places, folder !== undefined, { name: '', file, launch }),
  );
  return known.filter(({ path }, at) => known.findIndex((other) => other.path === path) === at);
}

async function isTrusted({ hooksTrust }: HostSetup, places: Places, hooksFile: string): Promise<boolean> {
  if (hooksTrust === undefined) return true;
  const read = await readHostFile(hooksTrust.file(places));
  return read.ok && hooksTrust.isTrusted(read.root ?? {}, hooksFile);
}

function listIn(root: unknown, keys: readonly string[]): readonly unknown[] {
  const list = keys.reduce<unknown>((value, key) => foreign(value)[key], root);
  return Array.isArray(list) ? list : [];
}
