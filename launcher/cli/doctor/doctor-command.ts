import { readHostFile } from '../../hosts/read-host-file.ts';
import { findExecutable } from '../../platform/process/find-executable.ts';
import { liveGroups } from '../../platform/process/live-groups.ts';
import { ConfigError, readConfig } from '../../platform/settings/config.ts';
import { VARIABLES } from '../../platform/settings/variables.ts';
import { isVersionFrom } from '../../platform/text/is-version-from.ts';
import { systemTimers } from '../../platform/timers.ts';
import { type ReadTrial, readTrial } from '../../savings/read-trial.ts';
import { findPlaces } from '../../setup/find-places.ts';
import { type FoundSetup, findSetups } from '../../setup/find-setups.ts';
import { ownLaunch } from '../../setup/own-launch.ts';
import { bundledRipgrep } from '../../tools/grep/bundled-ripgrep.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { DEFAULT_NAME } from '../init/init-request.ts';
import { jsonLine } from '../json-line.ts';
import { showWaiting } from '../mcp/connecting-notice.ts';
import { printable } from '../printable.ts';
import { recentFindings } from '../recent-findings.ts';
import { tryLauncher } from '../try-launcher.ts';
import { whyUnknown } from '../unknown-variable.ts';
import type { Check, CheckResult, DoctorEdges, Installation, Status } from './check.ts';
import { checkCost } from './check-cost.ts';
import { checkGateway, checkServers } from './check-gateway.ts';
import { checkHome } from './check-home.ts';
import { checkHooks } from './check-hooks.ts';
import { checkHosts } from './check-hosts.ts';
import { checkLedger } from './check-ledger.ts';
import { checkListed } from './check-listed.ts';
import { checkNetwork } from './check-network.ts';
import { checkPruner } from './check-pruner.ts';
import { checkTools } from './check-tools.ts';
import { runChecks } from './run-checks.ts';
import { saidBy, surroundingsOf } from './surroundings.ts';

/** Checks that all variables that are set have valid values. */
const checkVariables: Check = async (installation) => {
  const found = surroundingsOf(installation).flatMap(({ who, own }) => [
    ...Object.keys(VARIABLES).flatMap((name) => faultOf(name, own[name], installation.cwd, who)),
    ...Object.keys(own).flatMap((name) => unknownOf(name, who)),
  ]);
  if (found.length > 0) return found;
  const set = Object.keys(VARIABLES).filter((name) => installation.env[name] !== undefined);
  return [{ id: 'variables', status: 'PASS', message: set.length === 0 ? 'none is set' : `valid: ${set.join(', ')}` }];
};

function faultOf(name: string, value: string | undefined, cwd: string, who: string): readonly CheckResult[] {
  if (value === undefined) return [];
  try {
    readConfig({ [name]: value }, cwd);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = who === '' ? `unset ${name}` : `set ${name} in the configuration of ${who} to a valid value`;
    return [{ id: 'variables', status: 'FAIL', message: saidBy(who) + error.message, fix }];
  }
}

function unknownOf(name: string, who: string): readonly CheckResult[] {
  const why = whyUnknown(name);
  if (why === undefined) return [];
  const message = `${saidBy(who)}${name} has no effect: ${why}`;
  return [{ id: 'variables', status: 'WARN', message, fix: 'mcp-pruner --help' }];
}

/** Starts this copy, and asks its `read` tool a question about a file. */
const checkCall: Check = async ({ launch, tryLauncher, env, version, stop, timers }) => {
  const tried = await tryLauncher(launch(), { env, version, stop, timers });
  if (!tried.ok) {
    const { command, args } = launch();
    return [
      { id: 'call', status: 'FAIL', message: tried.why, fix: `see what it prints: ${[command, ...args].join(' ')}` },
    ];
  }
  const { ms, tokens, engine, reason } = tried;
  const called = `started and answered in ${ms} ms`;
  if (engine === undefined) {
    const fix = MENDS[reason ?? ''] ?? 'see the line on the pruner';
    return [{ id: 'call', status: 'WARN', message: `${called}, the file whole (${reason ?? 'no reason given'})`, fix }];
  }
  const message = `${called}: ${tokens.after} tokens instead of ${tokens.before}, by the ${engine} engine`;
  return [{ id: 'call', status: 'PASS', message }];
};

/** Fixes, by the reason why nothing was pruned. */
const MENDS: Readonly<Record<string, string>> = {
  shadow: 'unset MCP_PRUNER_SHADOW',
  disabled_or_unconfigured: 'unset PRUNER_URL',
};

/** Checks that the programs our tools run are installed. */
const checkPrograms: Check = async ({ env, bundledRipgrep }) => {
  const [bash, rg = await bundledRipgrep(), grep] = await Promise.all(
    ['bash', 'rg', 'grep'].map((name) => findExecutable(name, env['PATH'])),
  );
  return [toBash(bash), toSearch(rg, grep)];
};

function toBash(bash: string | undefined): CheckResult {
  if (bash !== undefined) return { id: 'bash', status: 'PASS', message: `bash is ${bash}` };
  return { id: 'bash', status: 'FAIL', message: 'no bash on PATH: the tool bash fails', fix: 'install bash' };
}

function toSearch(rg: string | undefined, grep: string | undefined): CheckResult {
  const fix = 'install ripgrep: https://github.com/BurntSushi/ripgrep#installation';
  if (rg !== undefined) return { id: 'rg', status: 'PASS', message: `ripgrep is ${rg}` };
  if (grep === undefined) {
    return { id: 'rg', status: 'FAIL', message: 'neither rg nor grep on PATH: the tool grep fails', fix };
  }
  const message = `no ripgrep: the tool grep uses ${grep}, which is slower, ignores .gitignore and supports fewer patterns`;
  return { id: 'rg', status: 'PASS', message };
}

/** Checks how hosts that start us limit our answers. */
const checkLimits: Check = async (installation) => {
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

const MIN = '20.19';
const SQLITE = '22.13';

/** Checks that Node is new enough, and reports features that this version lacks. */
const checkNode: Check = async ({ node }) => {
  const fix = 'install Node 24: nvm install 24, or https://nodejs.org';
  if (!isVersionFrom(node, MIN)) {
    return [{ id: 'node', status: 'FAIL', message: `Node ${node}; expected ${MIN} or newer`, fix }];
  }
  if (!isVersionFrom(node, SQLITE)) {
    const off = `without node:sqlite, stats counts nothing and serve stores nothing`;
    return [{ id: 'node', status: 'WARN', message: `Node ${node}; before ${SQLITE} ${off}`, fix }];
  }
  return [{ id: 'node', status: 'PASS', message: `Node ${node}` }];
};

/** Reports whether hooks ran in the newest sessions. Only the transcripts of these sessions show it. */
const checkRecent: Check = async ({ places, setups, env, cwd, stop: signal }) => {
  if (places === undefined) return [];
  const found = await recentFindings({ setups, places, env, cwd, signal });
  return found.map(({ host, message, fix }) => {
    const id = `${host}-recent`;
    return fix === undefined ? { id, status: 'INFO', message } : { id, status: 'WARN', message, fix };
  });
};

/** The checks in the order of their findings, each with its subject, which is shown while it runs. The slowest come last. */
const CHECKS: Readonly<Record<string, readonly [Check, string]>> = {
  node: [checkNode, 'Node'],
  programs: [checkPrograms, 'programs'],
  variables: [checkVariables, 'variables'],
  network: [checkNetwork, 'proxies'],
  home: [checkHome, 'what is stored'],
  ledger: [checkLedger, 'savings'],
  hosts: [checkHosts, 'settings of agents'],
  tools: [checkTools, 'permissions'],
  hooks: [checkHooks, 'hooks'],
  recent: [checkRecent, 'the newest sessions'],
  limits: [checkLimits, 'limits'],
  listed: [checkListed, 'the agents’ own lists of servers'],
  call: [checkCall, 'a call of a tool'],
  cost: [checkCost, 'what each request carries'],
  pruner: [checkPruner, 'the pruner'],
  gateway: [checkGateway, 'other servers'],
};

const SYSTEM: DoctorEdges = {
  launch: ownLaunch,
  tryLauncher,
  bundledRipgrep,
  fetch,
  timers: systemTimers,
  node: process.versions.node,
  platform: process.platform,
};

/** Reports what works, what does not, and how to fix it. */
export async function runDoctor(
  context: CommandContext,
  given: GivenOptions,
  edges: DoctorEdges = SYSTEM,
): Promise<number> {
  const { env, cwd, version, now, stop, stdout } = context;
  const places = findPlaces(env, cwd, edges.platform);
  const setups = places === undefined ? [] : await findSetups(places, edges.launch(), DEFAULT_NAME);
  const connects =
    given['servers'] === true ? { servers: [checkServers, 'connections to other servers'] as const } : {};
  const checks = { ...CHECKS, ...connects };
  const waiting = showWaiting(context, 'Checking', edges.timers);
  const isJson = given['json'] === true;
  const print = (found: readonly CheckResult[]): void => {
    if (!isJson) waiting.print(linesOf(found.flatMap(toLines)));
  };
  const sayLeft = (left: readonly string[]): void => waiting.say(`Checking ${left.join(', ')}`);
  const installation = { ...edges, env, cwd, version, now, stop, places, setups, readTrial: createReadTrial() };
  const found = await runChecks(checks, installation, sayLeft, print).finally(waiting.stop);
  await liveGroups.killAll();
  const failed = found.some(({ status }) => status === 'FAIL');
  stdout.write(isJson ? jsonLine({ ok: !failed, checks: found }) : linesOf([toSum(found)]));
  return failed ? 1 : 0;
}

/** Width of the column of ids. It must not depend on the findings, which are printed one by one. */
const ID_WIDTH = 19;

function toLines({ id, status, message, fix }: CheckResult): readonly string[] {
  const line = `${status}  ${id.padEnd(ID_WIDTH)}  ${message}`;
  return fix === undefined ? [line] : [line, `      ${' '.repeat(ID_WIDTH)}  → ${fix}`];
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${printable(line)}\n`).join('');

function toSum(found: readonly CheckResult[]): string {
  const count = (wanted: Status): number => found.filter(({ status }) => status === wanted).length;
  const [failed, warned] = [count('FAIL'), count('WARN')];
  if (failed === 0 && warned === 0) return 'All is well';
  const warnings = `${warned} ${warned === 1 ? 'warning' : 'warnings'}`;
  return `${failed} failed, ${warnings}; the text after an arrow is the fix`;
}

/**
 * Reads each home folder's trial only once. Reading moves a damaged ledger aside, so a second read would miss the
 * damage.
 */
function createReadTrial(): (home: string) => Promise<ReadTrial> {
  const read = new Map<string, Promise<ReadTrial>>();
  return (home) => {
    const known = read.get(home) ?? readTrial(home);
    read.set(home, known);
    return known;
  };
}
