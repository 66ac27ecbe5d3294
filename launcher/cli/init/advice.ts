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
  const { request, outcomes, withheld, tokens, canMeasure } = after;
  if (request.uninstall) return uninstalled(after);
  if (!outcomes.some(({ result }) => result !== 'failed')) return [];
  const written = outcomes.some(({ result }) => result === 'written' || result === 'restored' || result === 'removed');
  const { todo, now } = await hooksLines(after);
  return [
    ...withheld.map(toWithheldLine),
    ...(request.project && written ? [OF_THIS_MACHINE] : []),
    ...(request.project && request.allow ? notInProject(after) : []),
    ...(request.instructions
      ? [`The instructions for agents take ${tokens} tokens, and the server sends the same`]
      : onlyArtifact(after)),
    ...todo,
    ...(canMeasure ? [] : [NO_SQLITE]),
    ...nextStep(after, written, now),
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

/** Returns one line: what to do next. `mode`: what the hooks do now. */
function nextStep({ request }: After, written: boolean, mode: string | undefined): readonly string[] {
  if (request.dryRun) return ['Dry run: nothing was written'];
  const next = mode ?? (written ? '`mcp-pruner doctor` checks everything' : undefined);
  return next === undefined ? [] : [written ? `Restart your running agents. ${next}` : next];
}

/** Returns what the user must still do for the hooks, and what they do now; undefined without hooks. */
async function hooksLines(after: After): Promise<{ readonly todo: readonly string[]; readonly now?: string }> {
  const { request, outcomes, withheld, canMeasure } = after;
  const asking = outcomes.filter(
    ({ plan, result }) =>
      result !== 'failed' &&
      plan.parts.some(({ kind }) => kind === 'item') &&
      !withheld.some(({ host }) => plan.hosts.includes(host.name)),
  );
  const mode = request.env['MCP_PRUNER_HOOKS'];
  if (!request.hooks || asking.length === 0 || mode === 'off') return { todo: [] };
  const asked = SETUP_HOSTS.filter(({ name }) => asking.some(({ plan }) => plan.hosts.includes(name)));
  const todo = (await Promise.all(asked.map((host) => toDo(host, asking, after)))).flat();
  // If any host hooks its own tools, name those, because they produce most results.
  const others = asked.every(({ setup }) => setup.hooked !== undefined) ? asked[0]?.setup.hooked : undefined;
  const what =
    others === undefined ? 'Results of the agent’s own tools' : `${others[0]?.toUpperCase()}${others.slice(1)}`;
  const until = `until you run \`mcp-pruner init --on\` once`;
  const measured = `${what} are only measured ${until}: \`mcp-pruner stats\` shows the possible savings`;
  const isOn = `${what} are shortened; \`mcp-pruner init --env MCP_PRUNER_HOOKS=shadow\` only measures again`;
  return { todo, now: mode === 'on' ? isOn : canMeasure ? measured : `${what} stay unchanged ${until}` };
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
