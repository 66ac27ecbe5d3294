import { existsSync } from 'node:fs';
import { homeFolder } from '../../config/config.ts';
import { type HookMode, VARIABLES } from '../../config/variables.ts';
import { HOST_REACH } from '../../hooks/host-reach.ts';
import { isSocketPath, socketOf } from '../../hooks/socket/hook-server.ts';
import type { HostSetup } from '../../hosts/hosts.ts';
import type { Places } from '../../hosts/places.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import { readTrial } from '../../ledger/read-trial.ts';
import { isOver } from '../../ledger/trial.ts';
import { type ClaudePlugin, findClaudePlugin, pluginMode } from '../../setup/claude-plugin.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import type { FoundSetup } from '../../setup/find-setups.ts';
import { hookLists, ourItem } from '../../setup/hook-lists.ts';
import { hookMode } from '../../setup/hook-mode.ts';
import { hasSqlite } from '../../storage/load-sqlite.ts';
import { toCome, trialWords } from '../stats/trial-words.ts';
import type { Check, Finding, Patient } from './check.ts';

/** Reports if results of the agents' own tools reach mcp-pruner, and in which mode. */
export const checkHooks: Check = async (patient) => {
  const { places, setups } = patient;
  if (places === undefined) return [];
  const found = setups.filter(({ servers }) => servers.some(({ enabled }) => enabled));
  const findings = await Promise.all(found.map((setup) => findingOf(setup, places, patient)));
  const limits = found.flatMap(({ host }) => limitsOf(host));
  const isSetUp = found.some(({ host }) => host.name === 'claude-code');
  const plugin = isSetUp ? undefined : await findClaudePlugin(places);
  return [...findings, plugin && (await pluginFinding(plugin, patient)), ...limits].filter((one) => one !== undefined);
};

async function pluginFinding(plugin: ClaudePlugin, patient: Patient): Promise<Finding> {
  const fix = `set "MCP_PRUNER_HOOKS" to "on" in "env" of ${plugin.file}`;
  const mode = pluginMode(plugin);
  return await toFinding({ id: 'claude-code-hooks', title: 'Claude Code', mode, env: plugin.env, fix }, patient);
}

/** Reports the results that hooks cannot shorten in a host. */
function limitsOf({ name, setup }: SetupHost): readonly Finding[] {
  const reach = HOST_REACH.find(({ host }) => host === name);
  return reach === undefined
    ? []
    : [{ id: 'hooks', status: 'INFO', message: `${setup.title} does not let us shorten ${reach.cannot}` }];
}

async function findingOf(
  { host, servers }: FoundSetup,
  places: Places,
  patient: Patient,
): Promise<Finding | undefined> {
  const { hooks, title } = host.setup;
  if (hooks === undefined) return undefined;
  const id = `${host.name}-hooks`;
  const init = `mcp-pruner init --${host.name}`;
  for (const { path, items } of hookLists(host, places)) {
    const read = await readHostFile({ path, format: 'json' });
    if (!read.ok) return { id, status: 'FAIL', message: `${title}: ${read.message}`, fix: 'mend it by hand' };
    const root = read.root ?? {};
    const there = items.map((item) => ourItem(root, item));
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
    const env = { ...patient.env, ...server.launch.env };
    if (file !== undefined && !canListen(homeFolder(env, patient.cwd), places.platform)) {
      const message = `${title}’s hooks cannot reach mcp-pruner: the path of its folder is too long for a socket`;
      return { id, status: 'FAIL', message, fix: `${init} --env MCP_PRUNER_HOME=/shorter/path` };
    }
    return await toFinding({ id, title, mode: hookMode(server), env, fix: `${init} --on` }, patient);
  }
  return { id, status: 'INFO', message: `results of ${title}’s own tools do not reach mcp-pruner`, fix: init };
}

/** True if the path of a server's socket is short enough, whatever number its process has. */
function canListen(home: string, platform: NodeJS.Platform): boolean {
  return isSocketPath(socketOf(home, MAX_PID, '', platform), platform);
}

/** On Linux. */
const MAX_PID = 4_194_304;

async function isTrusted({ hooksTrust }: HostSetup, places: Places, hooksFile: string): Promise<boolean> {
  if (hooksTrust === undefined) return true;
  const read = await readHostFile(hooksTrust.file(places));
  return read.ok && hooksTrust.isTrusted(read.root ?? {}, hooksFile);
}

interface Asked {
  readonly id: string;
  readonly title: string;
  readonly mode: HookMode | undefined;
  /** Environment of the server that the hooks ask. */
  readonly env: Patient['env'];
  /** Command that turns shortening on. */
  readonly fix: string;
}

async function toFinding({ id, title, mode, env, fix }: Asked, patient: Patient): Promise<Finding> {
  const what = `results of ${title}’s own tools`;
  if (mode === 'on') return { id, status: 'PASS', message: `${what} are shortened` };
  return {
    id,
    status: 'INFO',
    message: mode === 'off' ? `${what} are left alone` : await measured(what, env, patient),
    fix,
  };
}

/** Reports the progress of the trial, or its outcome once it is over. */
async function measured(what: string, env: Patient['env'], { cwd, now }: Patient): Promise<string> {
  const { parse, fallback } = VARIABLES.MCP_PRUNER_LEDGER;
  if (!hasSqlite() || parse(env['MCP_PRUNER_LEDGER'] ?? fallback) !== 'on') {
    return `${what} are left alone, and not measured either: that needs the ledger (MCP_PRUNER_LEDGER, Node 22.13)`;
  }
  const trial = await readTrial(homeFolder(env, cwd));
  if (trial === undefined || !isOver(trial, now())) return `${what} are measured: ${toCome(trial)}`;
  const { shortened, spared, again } = trialWords(trial);
  return `${what} were measured: ${shortened}, ${spared}; ${again}`;
}
