import { homeFolder } from '../config/config.ts';
import { HOOK_HOSTS, isHookHost } from '../hooks/hook-hosts.ts';
import { readInput } from '../hooks/process/read-input.ts';
import { runHook } from '../hooks/process/run-hook.ts';
import type { CommandContext } from './command.ts';

/** Answers one hook, as the process does that `init` sets up. What goes wrong prints nothing, and the result passes. */
export async function runHookCommand(
  { env, cwd, stdout, stderr }: CommandContext,
  [host]: readonly string[],
): Promise<number> {
  if (!isHookHost(host)) {
    stderr.write(`mcp-pruner: cannot answer a hook of "${host ?? ''}": allowed is ${HOOK_HOSTS.join(', ')}\n`);
    return 1;
  }
  try {
    const input = readInput(0);
    if (input !== undefined) stdout.write(await runHook({ host, home: homeFolder(env, cwd), input, env }));
  } catch {
    // No input can be read, or no folder is known.
  }
  return 0;
}
