import { runHook } from '../hooks/process/run-hook.ts';
import { MAX_HOOK_BYTES } from '../hosts/hook-client/hook-server.ts';
import { HOOK_HOSTS, isHookHost } from '../hosts/hosts.ts';
import { homeFolder } from '../platform/settings/config.ts';
import type { CommandContext } from './command.ts';
import { readBounded } from './prune/bounded-input.ts';

/**
 * Answers one hook call, as configured by `init`. On any error it prints nothing, so that the host keeps the result as
 * is.
 */
export async function runHookCommand(
  { env, cwd, stdin, stdout, stderr, stop }: CommandContext,
  [host]: readonly string[],
): Promise<number> {
  if (!isHookHost(host)) {
    stderr.write(
      `mcp-pruner: cannot answer a hook of "${host ?? ''}": allowed is ${HOOK_HOSTS.map(({ name }) => name).join(', ')}\n`,
    );
    return 1;
  }
  try {
    const { head: input, rest } = await readBounded(stdin, MAX_HOOK_BYTES, stop);
    if (rest === undefined) stdout.write(await runHook({ host, home: homeFolder(env, cwd), input, env }));
    // Hosts report an error if a hook does not read its input.
    else for await (const _ of rest);
  } catch {
    // There is no readable input, or the home folder is unknown. Leave the result alone.
  }
  return 0;
}
