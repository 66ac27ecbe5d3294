import { liveGroups } from '../../platform/process/live-groups.ts';
import { systemTimers } from '../../platform/timers.ts';
import { type ReadTrial, readTrial } from '../../savings/read-trial.ts';
import { findPlaces } from '../../setup/find-places.ts';
import { findSetups } from '../../setup/find-setups.ts';
import { ownLaunch } from '../../setup/own-launch.ts';
import { bundledRipgrep } from '../../tools/grep/bundled-ripgrep.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { DEFAULT_NAME } from '../init/init-request.ts';
import { jsonLine } from '../json-line.ts';
import { showWaiting } from '../mcp/connecting-notice.ts';
import { printable } from '../printable.ts';
import { tryLauncher } from '../try-launcher.ts';
import type { Check, CheckResult, DoctorEdges, Status } from './check.ts';
import { checkCall } from './check-call.ts';
import { checkCost } from './check-cost.ts';
import { checkGateway, checkServers } from './check-gateway.ts';
import { checkHome } from './check-home.ts';
import { checkHooks } from './check-hooks.ts';
import { checkHosts } from './check-hosts.ts';
import { checkLedger } from './check-ledger.ts';
import { checkLimits } from './check-limits.ts';
import { checkListed } from './check-listed.ts';
import { checkNetwork } from './check-network.ts';
import { checkNode } from './check-node.ts';
import { checkPrograms } from './check-programs.ts';
import { checkPruner } from './check-pruner.ts';
import { checkRecent } from './check-recent.ts';
import { checkTools } from './check-tools.ts';
import { checkVariables } from './check-variables.ts';
import { runChecks } from './run-checks.ts';

const CHECKS: Readonly<Record<string, Check>> = {
  node: checkNode,
  programs: checkPrograms,
  variables: checkVariables,
  network: checkNetwork,
  home: checkHome,
  ledger: checkLedger,
  hosts: checkHosts,
  listed: checkListed,
  tools: checkTools,
  hooks: checkHooks,
  recent: checkRecent,
  limits: checkLimits,
  call: checkCall,
  cost: checkCost,
  pruner: checkPruner,
  gateway: checkGateway,
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

/** Subject of each check, shown to the user while it runs. */
const DOING: Readonly<Record<string, string>> = {
  node: 'Node',
  programs: 'programs',
  variables: 'variables',
  network: 'proxies',
  home: 'what is stored',
  ledger: 'savings',
  hosts: 'settings of agents',
  listed: 'the agents’ own lists of servers',
  tools: 'permissions',
  hooks: 'hooks',
  limits: 'limits',
  recent: 'the newest sessions',
  call: 'a call of a tool',
  cost: 'what each request carries',
  pruner: 'the pruner',
  gateway: 'other servers',
  servers: 'connections to other servers',
};

/** Reports what works, what does not, and how to fix it. */
export async function runDoctor(
  { env, cwd, version, now, stop, stdout, stderr }: CommandContext,
  given: GivenOptions,
  edges: DoctorEdges = SYSTEM,
): Promise<number> {
  const places = findPlaces(env, cwd, edges.platform);
  const setups = places === undefined ? [] : await findSetups(places, edges.launch(), DEFAULT_NAME);
  const checks = given['servers'] === true ? { ...CHECKS, servers: checkServers } : CHECKS;
  const waiting = showWaiting(stderr, 'Checking', edges.timers);
  const sayLeft = (left: readonly string[]): void =>
    waiting.say(`Checking ${left.map((id) => DOING[id] ?? id).join(', ')}`);
  const installation = { ...edges, env, cwd, version, now, stop, places, setups, readTrial: createReadTrial() };
  const found = await runChecks(checks, installation, sayLeft).finally(waiting.stop);
  await liveGroups.killAll();
  const failed = found.some(({ status }) => status === 'FAIL');
  stdout.write(given['json'] === true ? jsonLine({ ok: !failed, checks: found }) : toReport(found));
  return failed ? 1 : 0;
}

function toReport(found: readonly CheckResult[]): string {
  const width = Math.max(...found.map(({ id }) => id.length));
  const lines = found.flatMap(({ id, status, message, fix }) => {
    const line = `${status}  ${id.padEnd(width)}  ${message}`;
    return fix === undefined ? [line] : [line, `      ${' '.repeat(width)}  → ${fix}`];
  });
  return `${[...lines, toSum(found)].map(printable).join('\n')}\n`;
}

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
