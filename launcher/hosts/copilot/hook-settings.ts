import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { HOOK_PART } from '../hook-line.ts';
import { type Launch, partOfLaunch } from '../launch.ts';

/** Pattern of the tools whose results can be shortened. */
export const HOOKED_TOOLS = 'bash|view|grep|glob|web_fetch|task';
/** Timeout of the host, in seconds. Our server has a shorter one. */
const TIMEOUT_SECONDS = 5;

/** Returns our hook for GitHub Copilot CLI, which starts a process for each result without a shell. */
export function copilotHook(launch: Launch): object {
  const { MCP_PRUNER_HOME: home } = launch.env;
  // Our start script finds Node and the hook by itself.
  const args = launch.args.length === 0 ? ['hook', 'copilot'] : [partOfLaunch(launch, HOOK_PART), 'copilot'];
  return {
    ...{ type: 'command', exec: launch.command, args, ...(home !== undefined && { env: { MCP_PRUNER_HOME: home } }) },
    ...{ matcher: HOOKED_TOOLS, timeoutSec: TIMEOUT_SECONDS },
  };
}

/** Returns our file that an entry in Copilot's hooks runs; undefined if the entry is not ours. */
export function fileOfCopilotHook(raw: unknown): string | undefined {
  const { exec, args } = asJsonObject(raw);
  if (typeof exec !== 'string' || !Array.isArray(args) || args.at(-1) !== 'copilot') return undefined;
  const [first] = args as readonly unknown[];
  if (first === 'hook') return exec;
  return typeof first === 'string' && /\bhook(?:\.cjs|-process\.ts)$/.test(first) ? first : undefined;
}

export function isOurCopilotHook(raw: unknown): boolean {
  return fileOfCopilotHook(raw) !== undefined;
}
