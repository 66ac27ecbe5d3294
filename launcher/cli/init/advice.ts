import { readdir } from 'node:fs/promises';
import type { FileOutcome } from '../../setup/files/outcome.ts';
import { openRecords } from '../../setup/files/records.ts';
import { SETUP_HOSTS } from '../../setup/find-hosts.ts';
import type { InitRequest } from './init-request.ts';
import { toWithheldLine, type Withheld } from './withheld.ts';

interface After {
  readonly request: InitRequest;
  readonly outcomes: readonly FileOutcome[];
  /** Hosts that got no hooks although they were asked for. */
  readonly withheld: readonly Withheld[];
  /** Tokens of the instructions. */
  readonly tokens: number;
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
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
    instructionsLine(after),
    ...hooksLine(after),
    ...(request.dryRun ? ['Nothing was written: this was a dry run'] : []),
    ...(written && !request.dryRun ? ['Restart the agents that run; `mcp-pruner doctor` checks all of it'] : []),
  ];
}

const OF_THIS_MACHINE =
  'Note: the files of the project now hold paths of this machine; share them only where others have the same';

function instructionsLine({ request, tokens }: After): string {
  return request.instructions
    ? `The instructions for agents are ${tokens} tokens long; the server says the same as it starts`
    : `To tell agents when to use the tools: \`mcp-pruner init --instructions\` adds ${tokens} tokens to their instructions (CLAUDE.md, AGENTS.md, GEMINI.md, …)`;
}

function hooksLine({ request: { hooks, env }, outcomes, withheld }: After): readonly string[] {
  const asking = outcomes.filter(
    ({ plan, result }) =>
      result !== 'failed' &&
      plan.parts.some(({ kind }) => kind === 'item') &&
      !withheld.some(({ host }) => plan.hosts.includes(host.name)),
  );
  const written = asking.filter(({ result }) => result === 'written');
  const mode = env['MCP_PRUNER_HOOKS'];
  if (!hooks || asking.length === 0 || mode === 'off') return [];
  const before = SETUP_HOSTS.filter(({ name }) => written.some(({ plan }) => plan.hosts.includes(name)));
  const todo = before.flatMap(({ setup }) => setup.hooksAdvice ?? []);
  const asked = SETUP_HOSTS.filter(({ name }) => asking.some(({ plan }) => plan.hosts.includes(name)));
  // If any host hooks its own tools, name those, because they produce most results.
  const others = asked.every(({ setup }) => setup.hooked !== undefined) ? asked[0]?.setup.hooked : undefined;
  const what =
    others === undefined ? 'Results of the agent’s own tools' : `${others[0]?.toUpperCase()}${others.slice(1)}`;
  return mode === 'on'
    ? [...todo, `${what} are shortened; \`mcp-pruner init --env MCP_PRUNER_HOOKS=shadow\` only measures again`]
    : [
        ...todo,
        `${what} are measured, not changed, until you run \`mcp-pruner init --on\` once: \`mcp-pruner stats\` shows what shortening them would save`,
      ];
}

async function uninstalled({ request, outcomes, home }: After): Promise<readonly string[]> {
  const nothing = outcomes.every(({ result, brought = [] }) => result === 'same' && brought.length === 0);
  const left = await openRecords(home).targets();
  const still = request.dryRun ? [] : left.map((file) => `mcp-pruner is still in ${file}`);
  if (nothing) return ['Nothing of mcp-pruner was found', ...still];
  const stored = await readdir(home).catch(() => []);
  const kept = still.length === 0 && stored.length > 0 ? [`What the server has stored stays in ${home}`] : [];
  return [...still, ...kept];
}
