import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { hookFolder } from '../../hosts/hook-client/hook-server.ts';
import type { Launch } from '../../hosts/launch.ts';
import type { Places } from '../../hosts/places.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { withLock } from '../../platform/files/with-lock.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { whyNotStored } from '../../platform/paths/why-not-stored.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import { systemTimers } from '../../platform/timers.ts';
import { INSTRUCTIONS, KEPT } from '../../server/initialize.ts';
import type { FilePlan } from '../../setup/files/file-plan.ts';
import { type InstallOptions, install } from '../../setup/files/install.ts';
import type { FileOutcome } from '../../setup/files/outcome.ts';
import { openRecords } from '../../setup/files/records.ts';
import { uninstall } from '../../setup/files/uninstall.ts';
import { removeFolders } from '../../setup/files/write-text.ts';
import { isInstalled, SETUP_HOSTS, type SetupHost, whereLookedFor } from '../../setup/find-hosts.ts';
import { findPlaces } from '../../setup/find-places.ts';
import { currentText, keepLauncher, removeLauncher } from '../../setup/lasting/keep-launcher.ts';
import { type LastingCopy, type LastingLaunch, toLasting } from '../../setup/lasting/lasting-launch.ts';
import { ownLaunch } from '../../setup/own-launch.ts';
import type { SetupOptions } from '../../setup/plan-setup.ts';
import { unifiedDiff } from '../../setup/unified-diff.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { showWaiting, type Waiting } from '../mcp/connecting-notice.ts';
import { sayFailure } from '../mcp/say-failure.ts';
import { printable } from '../printable.ts';
import { type TryLauncher, tryLauncher } from '../try-launcher.ts';
import { adviceAfter } from './advice.ts';
import { type InitRequest, toInitRequest, toUnasked } from './init-request.ts';
import { type ListHosts, listHosts, takenIn, toListedLine } from './list-hosts.ts';
import { toFileJson, toFileLines, toFileWarnings } from './outcome-lines.ts';
import { type Plans, planFiles } from './plan-files.ts';
import { printSnippet } from './print-snippet.ts';
import { type TriedHosts, toTriedLine, tryHosts } from './try-hosts.ts';
import { toWithheldJson, type Withheld, withheldFrom } from './withheld.ts';

/** Lists the files that let agents find mcp-pruner after an update. With `--dry-run`, shows a diff of them. */
function toLauncherLines(
  { script, copy }: LastingLaunch,
  before: string | undefined,
  dryRun: boolean,
): readonly string[] {
  const copied = copy && [dryRun ? `Would copy ${toCopied(copy)}` : `Copied ${toCopied(copy)}`];
  if (script === undefined || before === script.text) return copied ?? [];
  const said = dryRun
    ? [`# ${script.path} would be written`, ...unifiedDiff(script.path, before, script.text)]
    : [`Wrote ${script.path}, which agents start, because the paths of Node or mcp-pruner change with each update`];
  return [...(copied ?? []), ...said];
}

function toCopied({ parts, to }: LastingCopy): string {
  return parts === 'plugin'
    ? `the plugin for opencode to ${to}, because the path of this package changes with each update; run \`init\` of a newer version to update it`
    : `the server to ${to}, because this copy is in a cache that may be cleared; run \`init\` of a newer version to update it`;
}

/** Returns the text for an agent's instructions file: the instructions that the server also sends in `initialize`. */
export function instructionsFor(name: string): string {
  return `## mcp-pruner\n\nOf the MCP server \`${name}\`: ${INSTRUCTIONS} ${KEPT}`;
}

/** Counts the tokens, in o200k, that a text adds to each of an agent's requests. */
export async function tokensOf(text: string): Promise<number> {
  const count = await loadO200k();
  return count(text);
}

/** Dependencies that tests replace. */
export interface InitEdges {
  readonly launch: () => Launch;
  readonly tryLauncher: TryLauncher;
  readonly listHosts: ListHosts;
  readonly hasSqlite: () => boolean;
}

/** Sets up mcp-pruner in the hosts that are installed, or removes it from them, and then checks that it works. */
export async function runInit(
  context: CommandContext,
  given: GivenOptions,
  edges: InitEdges = { launch: ownLaunch, tryLauncher, listHosts, hasSqlite },
): Promise<number> {
  const { env, cwd } = context;
  const request = toInitRequest(given);
  const fail = (message: string): number => sayFailure(context, given, undefined, message);
  const home = homeFolder(env, cwd);
  const own = { ...edges.launch(), env: request.env };
  const lasting = toLasting(own, { home, searchPath: env['PATH'] });
  const places = findPlaces(env, cwd);
  if (typeof given['print'] === 'string') {
    // Nothing is written here, so our start script may not exist.
    const launch = lasting.script === undefined && lasting.copy === undefined ? lasting.launch : own;
    return printSnippet(context, given['print'], request, launch, places);
  }
  if (places === undefined) return fail('cannot find your home folder: set HOME to its absolute path');
  const chosen = await choose(request, places);
  if (chosen.hosts.length === 0) return fail(chosen.missing.join('; ') || nothingFound(places));
  const { project, name, named } = request;
  const unasked = toUnasked(request);
  const options: SetupOptions = { places, project, name, named, launch: lasting.launch, unasked };
  const words = instructionsFor(name);
  const waiting = showWaiting(context, 'Reading the settings of agents', systemTimers);
  const all = { context, request, options, chosen, lasting, home, words, edges, waiting };
  const done = await setUp(all).finally(waiting.stop);
  return typeof done === 'string' ? fail(done) : done;
}

interface SetUp {
  readonly context: CommandContext;
  readonly request: InitRequest;
  readonly options: SetupOptions;
  readonly chosen: Chosen;
  readonly lasting: LastingLaunch;
  readonly home: string;
  /** Instructions for models. */
  readonly words: string;
  readonly edges: InitEdges;
  readonly waiting: Waiting;
}

/**
 * Edits the files and tries the result. Prints each line as soon as it is true, because agents answer slowly. Returns
 * the exit code, or why nothing was done.
 */
async function setUp(given: SetUp): Promise<number | string> {
  const { context, request, options, chosen, lasting, home, words, edges, waiting } = given;
  const { hosts, missing } = chosen;
  const print = (all: readonly string[]): void => {
    if (!request.json) waiting.print(lines(all));
  };
  const { uninstall: out, dryRun } = request;
  const before = lasting.script && (await currentText(lasting.script.path));
  if (!out) print([`${dryRun ? 'Looking at' : 'Setting up'} ${hosts.map(({ setup }) => setup.title).join(', ')}`]);
  const edited = await edit(given);
  if (!edited.ok) return edited.why;
  const { outcomes, withheld } = edited;
  print(outcomes.flatMap((one) => toFileLines(one, request)));
  if (!out && hosts.length > 0) print(toLauncherLines(lasting, before, dryRun));
  const { tried, listed } = out || dryRun ? NOT_TRIED : await tryOut(outcomes, given, print);
  const tokens = request.json || request.instructions ? await tokensOf(words) : 0;
  const ok =
    missing.length === 0 &&
    outcomes.every(({ result }) => result !== 'failed') &&
    tried.every(({ result }) => result.ok);
  waiting.stop();
  if (request.json) {
    const made = { ok, files: outcomes.map(toFileJson), tried: tried.map(toTriedJson) };
    context.stdout.write(jsonLine({ ...made, listed, tokens, withheld: withheld.map(toWithheldJson) }));
  } else {
    const canMeasure = edges.hasSqlite();
    const taken = out ? await takenIn(hosts, options) : [];
    print(await adviceAfter({ request, outcomes, withheld, taken, tokens, home, places: options.places, canMeasure }));
  }
  waiting.stop();
  for (const message of [...missing, ...outcomes.flatMap((one) => toFileWarnings(one, request))]) {
    context.stderr.write(`mcp-pruner: ${printable(message)}\n`);
  }
  return ok ? 0 : 1;
}

const NOT_TRIED: Awaited<ReturnType<typeof tryOut>> = { tried: [], listed: [] };

/** Starts the server with the command in the hosts' files, and asks those hosts whether they list it. */
async function tryOut(
  outcomes: readonly FileOutcome[],
  { request, options, context, edges, waiting }: SetUp,
  print: (all: readonly string[]) => void,
) {
  waiting.say('Starting the server');
  const onTried = (one: TriedHosts): void => print([toTriedLine(one)]);
  const tried = await tryHosts(outcomes, options, context, edges.tryLauncher, onTried);
  const started = tried.flatMap(({ hosts, result }) => (result.ok ? hosts : []));
  waiting.say('Asking the agents for their servers');
  const all = await edges.listHosts(started, options, context);
  const listed = all.filter(({ id }) => request.hooks || !id.endsWith('-hooks'));
  print(listed.map(toListedLine));
  return { tried, listed };
}

/** Makes lines printable but keeps tabs, since files are indented with them. */
const lines = (all: readonly string[]): string =>
  all.map((line) => `${line.split('\t').map(printable).join('\t')}\n`).join('');

const toTriedJson = ({ hosts, result }: TriedHosts): object => ({ hosts: hosts.map(({ name }) => name), ...result });

interface Chosen {
  readonly hosts: readonly SetupHost[];
  /** Reasons why requested hosts are left out. */
  readonly missing: readonly string[];
}

/** Chooses all hosts when uninstalling, otherwise the requested hosts, or those that are installed. */
async function choose({ hosts, uninstall: out, project, force }: InitRequest, places: Places): Promise<Chosen> {
  if (out) return { hosts: hosts.length > 0 ? hosts : SETUP_HOSTS, missing: [] };
  const asked = hosts.length > 0 ? hosts : SETUP_HOSTS;
  const there = await Promise.all(asked.map((host) => isInstalled(host, places)));
  // A project's file is shared by everyone who works on it, so the host need not be installed here.
  const wanted = hosts.length > 0 && (project || force) ? asked : asked.filter((_, at) => there[at] === true);
  const left = hosts.filter((host) => !wanted.includes(host));
  const missing = left.map((host) => {
    const { title } = host.setup;
    return `cannot find ${title}: looked for ${whereLookedFor(host, places)}; --force sets it up anyway`;
  });
  return { hosts: wanted, missing };
}

function nothingFound(places: Places): string {
  const looked = SETUP_HOSTS.map((host) => `${host.setup.title} (${whereLookedFor(host, places)})`).join(', ');
  return `cannot find an agent to set up: looked for ${looked}; for another one see mcp-pruner init --print json`;
}

type EditedFiles =
  | { readonly ok: true; readonly outcomes: readonly FileOutcome[]; readonly withheld: readonly Withheld[] }
  | { readonly ok: false; readonly why: string };

async function edit({ context, request, options, chosen, lasting, home, words }: SetUp): Promise<EditedFiles> {
  const { hosts } = chosen;
  const { stop } = context;
  const { uninstall: out, hooks, dryRun, force } = request;
  let withheld: readonly Withheld[] = [];
  try {
    if (!out && hooks) withheld = await withheldFrom(hosts, request, options, stop);
  } catch (error) {
    if (stop.aborted) return { ok: false, why: 'cancelled' };
    throw error;
  }
  const planned = await planFiles(hosts, request, options, { words, withheld });
  const given = { records: openRecords(home), force, dryRun };
  const all = (): Promise<readonly FileOutcome[]> =>
    out ? takeOut([...planned.plans, ...planned.lists], given) : putIn(planned, given);
  if (dryRun) return { ok: true, outcomes: await all(), withheld };
  try {
    makeFolder(home);
    const outcomes = await withLock(path.join(home, 'setup.lock'), systemTimers, async () => {
      if (!out && hosts.length > 0) await keepLauncher(lasting);
      const done = await all();
      if (out && (await given.records.targets()).length === 0) await removeLauncher(home);
      return done;
    });
    // If nothing else is stored and no server runs, that folder is removed as well.
    if (out) for (const folder of [hookFolder(home), home]) await rmdir(folder).catch(() => {});
    return { ok: true, outcomes, withheld };
  } catch (error) {
    const refusal = errnoOf(error) === undefined ? (error as Error).cause : error;
    const isSystems = errnoOf(refusal) !== undefined;
    if (!isSystems && !(error as Error).message.startsWith('cannot lock')) throw error;
    const why = isSystems ? whyNotStored(refusal) : 'another mcp-pruner init is running; try again';
    return { ok: false, why: `cannot write backups to ${JSON.stringify(home)} (MCP_PRUNER_HOME): ${why}` };
  }
}

async function putIn({ plans, lists, unwanted }: Plans, given: InstallOptions): Promise<readonly FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const plan of plans) outcomes.push(await install(plan, given));
  // A hook calls our server by name. Without ours it could reach another server of that name, so skip it.
  const failed = outcomes.flatMap(({ plan, result }) => (result === 'failed' ? plan.hosts : []));
  for (const plan of lists) {
    if (plan.hosts.some((host) => failed.includes(host))) continue;
    outcomes.push(await install(plan, given));
  }
  for (const plan of unwanted) {
    const outcome = await uninstall(plan, given);
    // A file without our hooks needs no message, even if it does not parse.
    if (outcome.result !== 'same' && outcome.result !== 'failed') outcomes.push(outcome);
  }
  return outcomes;
}

/** Uninstalls in reverse order, so that a file is removed before the file for which its folder was created. */
async function takeOut(plans: readonly FilePlan[], given: InstallOptions): Promise<readonly FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const plan of plans.toReversed()) outcomes.unshift(await uninstall(plan, given));
  // A file that was added by a later `init` may have been the last one in such a folder.
  await removeFolders(outcomes.flatMap(({ folders = [] }) => folders));
  return outcomes;
}
