import { existsSync } from 'node:fs';
import { readProjectIgnore } from '../../hooks/project-ignore.ts';
import { whyUnreachable } from '../../hooks/socket/why-unreachable.ts';
import type { Places } from '../../hosts/places.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import type { HookMode } from '../../platform/settings/variables.ts';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import { isOver } from '../../savings/trial.ts';
import { askProgram } from '../../setup/ask-program.ts';
import type { SetupHost } from '../../setup/find-hosts.ts';
import { findPlugin } from '../../setup/find-plugin.ts';
import type { FoundSetup } from '../../setup/find-setups.ts';
import { type HookFile, hookLists, ourItem } from '../../setup/hook-lists.ts';
import { hookMode } from '../../setup/hook-mode.ts';
import { isHookTrusted } from '../../setup/is-hook-trusted.ts';
import { whyTooOld } from '../../setup/why-too-old.ts';
import { toCome, trialWords } from '../stats/trial-words.ts';
import type { Check, CheckResult, Installation } from './check.ts';
import { isLedgerOn } from './check-ledger.ts';
import { hooksId, hooksOff } from './switched-off.ts';

/** Reports whether results of the agents' own tools reach mcp-pruner, and in which mode. */
export const checkHooks: Check = async (installation) => {
  const { places, setups } = installation;
  if (places === undefined) return [];
  const found = setups.filter(({ servers }) => servers.some(({ enabled }) => enabled));
  const findings = await Promise.all(found.map((setup) => findingOf(setup, places, installation)));
  const limits = [...ignoredHere(installation), ...found.map(({ host }) => limitOf(host))];
  const others = setups.filter((one) => one.host.readCounts !== undefined && one.installed && !found.includes(one));
  const ofPlugins = await Promise.all(others.map(({ host }) => pluginFinding(host, places, installation)));
  const left = (await Promise.all(found.map(({ host }) => leftToOthers(host, places)))).flat();
  return [...findings.filter((one) => one !== undefined), ...ofPlugins, ...left, ...limits];
};

/** Reports tools whose results stay whole, because another hook may replace them. */
async function leftToOthers({ name, setup }: SetupHost, places: Places): Promise<readonly CheckResult[]> {
  const { otherHooks, title } = setup;
  if (otherHooks === undefined) return [];
  const { find, tools, why } = otherHooks;
  return (await find(places)).flatMap(({ file, matcher, covers }) => {
    // A matcher may cover some of the tools for which `mcp__*` stands.
    const left = tools.filter((tool) => covers(tool) || (tool.endsWith('*') && matcher.includes(tool.slice(0, -1))));
    if (left.length === 0) return [];
    const message = `results of ${left.join(', ')} stay whole in ${title}: another PostToolUse hook in ${file} covers them, and ${why}`;
    return [
      { id: `${name}-hooks`, status: 'INFO', message, fix: 'if that hook replaces no results, narrow its matcher' },
    ];
  });
}

/** Reports an ignore file that switches hooks off in this project. */
function ignoredHere({ cwd }: Installation): readonly CheckResult[] {
  const { file, isOff } = readProjectIgnore(cwd);
  if (!isOff) return [];
  const message = `hooks shorten nothing in this project: ${file} says "*"`;
  return [{ id: 'hooks', status: 'INFO', message, fix: 'remove that line to shorten results' }];
}

/** Reports whether our plugin shortens results inside a host. */
async function pluginFinding(host: SetupHost, places: Places, { stop }: Installation): Promise<CheckResult> {
  const [id, what, init] = [hooksId(host), resultsOf(host), `mcp-pruner init --${host.name}`];
  const say = (status: CheckResult['status'], message: string, fix?: string): CheckResult => {
    return { id, status, message: `${what} ${message}`, ...(fix !== undefined && { fix }) };
  };
  const plugin = await findPlugin(host, places);
  const old = await whyTooOld(host, places, stop);
  if (plugin === undefined)
    return say('INFO', `do not reach mcp-pruner${old === undefined ? '' : `: ${old.why}`}`, old?.mend ?? init);
  const off = await hooksOff(host, places);
  if (off !== undefined) return off;
  if (old !== undefined) return say('WARN', `stay whole: ${old.why}`, old.mend);
  const former = await hasFormer(host, places);
  if (former !== undefined) return say('WARN', `are also sent by hooks of an earlier version, in ${former}`, init);
  const mode = (await host.readCounts?.(places))?.mode ?? hookMode(plugin.env);
  if (mode === 'on') return say('PASS', 'are shortened');
  return say(
    'INFO',
    mode === 'off' ? 'stay whole' : 'are only measured',
    `enter /pruner on in ${host.setup.title}, or ${init} --on`,
  );
}

/** Returns the file that still has hooks of an earlier version. */
async function hasFormer(host: SetupHost, places: Places): Promise<string | undefined> {
  for (const { path, former = [] } of hookLists(host, places)) {
    const read = await readHostFile({ path, format: 'json' });
    if (read.ok && former.some((item) => ourItem(read.root ?? {}, item) !== undefined)) return path;
  }
  return undefined;
}

/** Names the results that a host's hooks send, for messages. */
const resultsOf = ({ setup }: SetupHost): string => setup.hooked ?? `results of ${setup.title}’s own tools`;

/** Reports the results that hooks cannot shorten in a host. */
function limitOf({ setup: { title, reach } }: SetupHost): CheckResult {
  return { id: 'hooks', status: 'INFO', message: `in ${title}, mcp-pruner cannot shorten ${reach.cannot}` };
}

async function findingOf(
  { host, servers }: FoundSetup,
  places: Places,
  installation: Installation,
): Promise<CheckResult | undefined> {
  const { hooks, title } = host.setup;
  if (hooks === undefined) return undefined;
  const id = hooksId(host);
  const init = `mcp-pruner init --${host.name}`;
  for (const { path, items, inProject } of hookLists(host, places)) {
    const read = await readHostFile({ path, format: 'json' });
    if (!read.ok) return { id, status: 'FAIL', message: `${title}: ${read.message}`, fix: 'fix it by hand' };
    const root = read.root ?? {};
    const there = items.map((item) => ourItem(root, item));
    const first = there.find((hook) => hook !== undefined);
    if (first === undefined) continue;
    if (there.includes(undefined)) {
      return { id, status: 'WARN', message: `some of mcp-pruner’s hooks are missing in ${path}`, fix: init };
    }
    const harm = await harmOf(host, { path, inProject }, places, installation);
    if (harm !== undefined) return harm;
    if (host.readCounts !== undefined) break;
    const off = await hooksOff(host, places);
    if (off !== undefined) return off;
    const asked = host.setup.serverOf?.(first);
    const server = asked === undefined ? servers[0] : servers.find(({ name }) => name === asked);
    if (server === undefined) {
      const message = `the hook in ${path} calls the server "${asked}", which is not mcp-pruner`;
      return { id, status: 'FAIL', message, fix: init };
    }
    const file = host.setup.hookFileOf?.(first);
    if (file !== undefined && !existsSync(file)) {
      return {
        id,
        status: 'FAIL',
        message: `the hook in ${path} starts ${JSON.stringify(file)}, which does not exist`,
        fix: init,
      };
    }
    if (!(await isHookTrusted(host, places, path))) {
      const message = `${title} does not trust mcp-pruner’s hook in ${path} yet, so it does not run it`;
      return { id, status: 'WARN', message, fix: `enter /hooks in ${title}` };
    }
    const env = { ...installation.env, ...server.launch.env };
    const unreachable =
      file === undefined ? undefined : await whyUnreachable(homeFolder(env, installation.cwd), places);
    if (unreachable !== undefined) {
      const message = `${title}’s hooks cannot reach mcp-pruner: ${unreachable.why}`;
      const fix = 'fix' in unreachable ? unreachable.fix : `${init} --env MCP_PRUNER_HOME=${unreachable.home}`;
      return { id, status: 'FAIL', message, fix };
    }
    const whole = await whyWhole(host, places, installation);
    if (whole !== undefined) return { id, status: 'INFO', message: `${resultsOf(host)} ${whole}` };
    return await toFinding(
      { id, what: resultsOf(host), mode: hookMode(server.launch.env), env, fix: `${init} --on` },
      installation,
    );
  }
  if (host.readCounts !== undefined) return await pluginFinding(host, places, installation);
  const old = await whyTooOld(host, places, installation.stop);
  const why = old === undefined ? '' : `: ${old.why}`;
  return { id, status: 'INFO', message: `${resultsOf(host)} do not reach mcp-pruner${why}`, fix: old?.mend ?? init };
}

/** Reports hooks that make their host, or another one, ignore the file that contains them. */
async function harmOf(
  host: SetupHost,
  { path: file, inProject }: Pick<HookFile, 'path' | 'inProject'>,
  places: Places,
  { stop }: Installation,
): Promise<CheckResult | undefined> {
  const { notInProject } = host.setup;
  const id = hooksId(host);
  if (notInProject !== undefined && inProject) {
    const message = `mcp-pruner’s hooks are in ${file}, where they must not be: ${notInProject}`;
    return { id, status: 'FAIL', message, fix: `mcp-pruner init --${host.name} --project` };
  }
  const old = await whyTooOld(host, places, stop);
  if (old === undefined) return undefined;
  if (!old.isHarmful)
    return { id, status: 'WARN', message: `mcp-pruner’s hooks do nothing: ${old.why}`, fix: old.mend };
  const message = `mcp-pruner’s hooks are in ${file}: ${old.why}. An earlier version may ignore the whole file because of them`;
  const fix = old.isKnown ? `${old.mend}, or mcp-pruner init --${host.name} --no-hooks` : old.mend;
  return { id, status: old.isKnown ? 'FAIL' : 'WARN', message, fix };
}

/** Max time for a host to list its models, in milliseconds. It may look for newer ones first. */
const MODELS_MS = 15_000;

/** Returns the reason why results stay whole with the host's current model. */
async function whyWhole(host: SetupHost, places: Places, { stop }: Installation): Promise<string | undefined> {
  const { model, program, programFolders } = host.setup;
  if (model === undefined) return undefined;
  const { cwd, env } = places;
  const folders = programFolders?.(places);
  const answer = await askProgram({ program, folders, args: model.args, cwd, env, timeoutMs: MODELS_MS, stop });
  const read = await Promise.all(host.files(places).map(readHostFile));
  const settings = read.flatMap((one) => (one.ok && one.root !== undefined ? [one.root] : []));
  return model.whyWhole(answer.kind === 'said' ? answer.text : undefined, settings);
}

interface Asked {
  readonly id: string;
  /** Name of the results, for messages. */
  readonly what: string;
  readonly mode: HookMode | undefined;
  /** Environment of the server that the hooks ask. */
  readonly env: Installation['env'];
  /** Command that turns shortening on. */
  readonly fix: string;
}

async function toFinding({ id, what, mode, env, fix }: Asked, installation: Installation): Promise<CheckResult> {
  if (mode === 'on') return { id, status: 'PASS', message: `${what} are shortened` };
  return {
    id,
    status: 'INFO',
    message: mode === 'off' ? `${what} stay whole` : await measured(what, env, installation),
    fix,
  };
}

/** Reports the progress of the trial, or its outcome once it is over. */
async function measured(
  what: string,
  env: Installation['env'],
  { cwd, now, readTrial }: Installation,
): Promise<string> {
  if (!hasSqlite() || !isLedgerOn(env)) {
    return `${what} stay whole and are not measured: use Node 22.13 or newer, with MCP_PRUNER_LEDGER=on`;
  }
  const read = await readTrial(homeFolder(env, cwd));
  if (!read.ok) return `${what} stay whole and are not measured: the ledger cannot be read (${read.why})`;
  const { trial } = read;
  if (trial === undefined || !isOver(trial, now())) return `${what} are measured: ${toCome(trial, now())}`;
  const { shortened, spared, again } = trialWords(trial);
  return `${what} were measured: ${shortened}, ${spared}; ${again}`;
}
