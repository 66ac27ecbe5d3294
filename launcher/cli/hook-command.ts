import { readInput } from '../hooks/process/read-input.ts';
import { runHook } from '../hooks/process/run-hook.ts';
import { HOOK_HOSTS, isHookHost } from '../hosts/hosts.ts';
import { homeFolder } from '../platform/settings/config.ts';
import type { CommandContext } from './command.ts';

/**
 * Answers one hook call, as configured by `init`. On any error it prints nothing, so that the host keeps the result as
 * is.
 */
export async function runHookCommand(
  { env, cwd, stdout, stderr }: CommandContext,
  [host]: readonly string[],
): Promise<number> {
  if (!isHookHost(host)) {
    stderr.write(
      `mcp-pruner: cannot answer a hook of "${host ?? ''}": allowed is ${HOOK_HOSTS.map(({ name }) => name).join(', ')}\n`,
    );
    return 1;
  }
  try {
    const input = readInput(0);
    if (input !== undefined) stdout.write(await runHook({ host, home: homeFolder(env, cwd), input, env }));
  } catch {
    // There is no readable input, or the home folder is unknown. Leave the result alone.
  }
  return 0;
}
