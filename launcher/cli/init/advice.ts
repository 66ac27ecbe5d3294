import { readdir } from 'node:fs/promises';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { Places } from '../../hosts/places.ts';
import type { FileOutcome } from '../../setup/files/outcome.ts';
import { openRecords } from '../../setup/files/records.ts';
import { SETUP_HOSTS, type SetupHost } from '../../setup/find-hosts.ts';
import { isHookTrusted } from '../../setup/is-hook-trusted.ts';
import { launchOf } from '../../setup/is-our-server.ts';
import { READ_ONLY_TOOLS, TOOL_NAMES } from '../../tools/catalog.ts';
import type { CheckResult } from '../doctor/check.ts';
import type { InitRequest } from './init-request.ts';
import { toWithheldLine, type Withheld } from './withheld.ts';

interface After {
  readonly request: InitRequest;
  readonly outcomes: readonly FileOutcome[];
  /** Hosts that got no hooks although the user requested them. */
  readonly withheld: readonly Withheld[];
  /** Tokens of the instructions. */
  readonly tokens: number;
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly places: Places;
  /** Servers of others that have the name of ours. */
  readonly taken: readonly CheckResult[];
  /** False if this Node has no SQLite. */
  readonly canMeasure: boolean;
}

/** Returns the lines to print below the outcome. */
export async function adviceAfter(after: After): Promise<readonly string[]> {
  const { request, outcomes, withheld } = after;
  if (request.uninstall) return uninstalled(after);
  if (!outcomes.some(({ result }) => result !== 'failed')) return [];
  const written = outcomes.some(({ result }) => result === 'written' || result === 'restored' || result === 'removed');
  return [
    ...withheld.map(toWithheldLine),
    ...(request.project && written ? [OF_THIS_MACHINE] : []),
    ...(request.project && request.allow ? notInProject(after) : []),
    ...(request.instructions ? [`The instructions for agents take ${after.tokens} tokens. ${SAME}`] : onlyArtifact(after)),
    ...(await stillToDo(after)),
    ...(after.canMeasure ? [] : [NO_SQLITE]),
    ...nextStep(after, written),
  ];
}

/** Claude Code's plugin counts by itself. */
const NO_SQLITE = `Outside Claude Code nothing is measured or counted, and there are no context_* tools: expected Node 22.13 or newer, got ${process.version}`;

const OF_THIS_MACHINE =
  'Note: the project’s files now contain paths of this machine. Only share them with people who have the same paths';

/** Names the hosts whose permissions cannot be in a project. */
function notInProject({ request: { name }, outcomes, places }: After): readonly string[] {
  const hosts = SETUP_HOSTS.filter((host) => outcomes.some(({ plan }) => plan.hosts.includes(host.name)));
  const without = hosts.filter(({ setup }) => {
    return (
      setup.permissions !== undefined &&
      setup.permissions(places, true, { name, file: '' }, READ_ONLY_TOOLS) === undefined
    );
  });
  return without.map(
    (host) =>
      `${host.setup.title} only reads permissions from your own settings: \`mcp-pruner init --${host.name} --allow\``,
  );
}

/** Names the hosts that list only `artifact`. */
function onlyArtifact({ outcomes }: After): readonly string[] {
  const isBrief = (host: SetupHost): boolean =>
    outcomes.some(({ plan: { hosts, parts } }) => {
      return hosts.includes(host.name) && parts.some((part) => 'server' in part && listsArtifact(host, part.server));
    });
  const brief = SETUP_HOSTS.filter(isBrief).map(({ setup }) => setup.title);
  if (brief.length === 0) return [];
  const more = `\`mcp-pruner init --env MCP_PRUNER_TOOLS=all\` lists ${TOOL_NAMES.join(', ')} as well`;
  return [`In ${brief.join(', ')} only the tool \`artifact\` is listed, because hooks do the rest; ${more}`];
}

const listsArtifact = (host: SetupHost, server: JsonObject): boolean =>
  launchOf(host, server)?.env['MCP_PRUNER_TOOLS'] === 'artifact';

const SAME = 'The server sends the same when it starts';

/** Returns one line: what to do next. */
function nextStep(after: After, written: boolean): readonly string[] {
  if (after.request.dryRun) return ['Dry run: nothing was written'];
  const restart = written ? ['Restart your running agents.'] : [];
  const mode = modeOf(after) ?? (written ? '`mcp-pruner doctor` checks everything' : undefined);
  return mode === undefined ? [] : [[...restart, mode].join(' ')];
}

/** Files that have our hooks, and their hosts. */
function hooked({ outcomes, withheld }: After) {
  const asking = outcomes.filter(
    ({ plan, result }) =>
      result !== 'failed' &&
      plan.parts.some(({ kind }) => kind === 'item') &&
      !withheld.some(({ host }) => plan.hosts.includes(host.name)),
  );
  return { asking, hosts: SETUP_HOSTS.filter(({ name }) => asking.some(({ plan }) => plan.hosts.includes(name))) };
}

const hasHooks = ({ request: { hooks, env } }: After): boolean => hooks && env['MCP_PRUNER_HOOKS'] !== 'off';

/** Says what the hooks do now; undefined without hooks. */
function modeOf(after: After): string | undefined {
  const { hosts } = hooked(after);
  if (!hasHooks(after) || hosts.length === 0) return undefined;
  // If any host hooks its own tools, name those, because they produce most results.
  const others = hosts.every(({ setup }) => setup.hooked !== undefined) ? hosts[0]?.setup.hooked : undefined;
  const what =
    others === undefined ? 'Results of the agent’s own tools' : `${others[0]?.toUpperCase()}${others.slice(1)}`;
  if (after.request.env['MCP_PRUNER_HOOKS'] === 'on')
    return `${what} are shortened; \`mcp-pruner init --env MCP_PRUNER_HOOKS=shadow\` only measures again`;
  const until = 'until you run `mcp-pruner init --on` once';
  return after.canMeasure
    ? `${what} are only measured ${until}: \`mcp-pruner stats\` shows the possible savings`
    : `${what} stay unchanged ${until}`;
}

/** Returns what the user must still do so that hosts run the hooks. */
async function stillToDo(after: After): Promise<readonly string[]> {
  if (!hasHooks(after)) return [];
  const { asking, hosts } = hooked(after);
  return (await Promise.all(hosts.map((host) => toDo(host, asking, after)))).flat();
}

/** Returns what the user must still do so that the host runs the hooks. */
async function toDo(
  host: SetupHost,
  asking: readonly FileOutcome[],
  { places }: Pick<After, 'places'>,
): Promise<readonly string[]> {
  const { hooksAdvice } = host.setup;
  const [own] = asking.filter(({ plan }) => plan.hosts.includes(host.name));
  if (hooksAdvice === undefined || own === undefined) return [];
  const isDone = own.result !== 'written' && (await isHookTrusted(host, places, own.plan.path));
  return isDone ? [] : [hooksAdvice];
}

async function uninstalled({ request, outcomes, home, taken }: After): Promise<readonly string[]> {
  const nothing = outcomes.every(({ result, brought = [] }) => result === 'same' && brought.length === 0);
  const left = await openRecords(home).targets();
  const ofUs = request.dryRun ? [] : left.map((file) => `mcp-pruner is still in ${file}`);
  const still = [...taken.map(({ message }) => message), ...ofUs];
  if (nothing) return ['mcp-pruner was not found', ...still];
  const stored = await readdir(home).catch(() => []);
  const kept = ofUs.length === 0 && stored.length > 0 ? [`The server’s data stays in ${home}`] : [];
  return [...still, ...kept];
}
