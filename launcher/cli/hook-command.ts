import { type AloneHook, runHook } from '../hooks/process/run-hook.ts';
import { MAX_HOOK_BYTES } from '../hosts/hook-client/hook-server.ts';
import { HOOK_HOSTS, isHookHost } from '../hosts/hosts.ts';
import { homeFolder, readConfig } from '../platform/settings/config.ts';
import type { CommandContext, GivenOptions } from './command.ts';
import { readBounded } from './prune/bounded-input.ts';

/**
 * Answers one hook call, as configured by `init`. On an error, stdout stays empty, so that the host keeps the
 * result.
 */
export async function runHookCommand(
  context: CommandContext,
  given: GivenOptions,
  [host]: readonly string[],
): Promise<number> {
  const { env, cwd, stdin, stdout, stderr, stop } = context;
  if (!isHookHost(host)) {
    stderr.write(
      `mcp-pruner: cannot answer a hook of "${host ?? ''}": expected ${HOOK_HOSTS.map(({ name }) => name).join(', ')}\n`,
    );
    return 1;
  }
  try {
    const { head: input, rest } = await readBounded(stdin, MAX_HOOK_BYTES, stop);
    if (rest === undefined) {
      const alone = given['alone'] === true ? aloneHook(host, context) : undefined;
      stdout.write(await runHook({ host, home: homeFolder(env, cwd), input, env, alone }));
    }
    // Hosts report an error if a hook does not read its input.
    else for await (const _ of rest);
  } catch {
    // There is no readable input, or a setting is invalid. Leave the result unchanged.
  }
  return 0;
}

/** Undefined unless results are to be shortened: without a server, measurements would be lost. */
function aloneHook(host: string, { env, cwd, stderr, now }: CommandContext): AloneHook | undefined {
  const config = readConfig(env, cwd);
  if (config.hooks.mode !== 'on') return undefined;
  return {
    async answer(input) {
      const { answerAlone } = await import('../hooks/alone/answer-alone.ts');
      return await answerAlone(host, input, { config, now, log: (line) => stderr.write(line) });
    },
  };
}
