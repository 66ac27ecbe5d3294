import type { Check, CheckResult } from './check.ts';

/** Starts this copy, and asks its `read` tool a question about a file. */
export const checkCall: Check = async ({ launch, tryLauncher, env, version, stop, timers }) => {
  const tried = await tryLauncher(launch(), { env, version, stop, timers });
  if (!tried.ok) {
    const { command, args } = launch();
    return [
      { id: 'call', status: 'FAIL', message: tried.why, fix: `see what it prints: ${[command, ...args].join(' ')}` },
    ];
  }
  const { ms, tokens, engine, reason } = tried;
  const called = `started and answered in ${ms} ms`;
  const call: CheckResult =
    engine === undefined
      ? {
          id: 'call',
          status: 'WARN',
          message: `${called}, the file whole (${reason ?? 'no reason given'})`,
          fix: MENDS[reason ?? ''] ?? 'see the line on the pruner',
        }
      : {
          id: 'call',
          status: 'PASS',
          message: `${called}: ${tokens.after} tokens instead of ${tokens.before}, by the ${engine} engine`,
        };
  return [call];
};

/** Fixes, by the reason why nothing was pruned. */
const MENDS: Readonly<Record<string, string>> = {
  shadow: 'unset MCP_PRUNER_SHADOW',
  disabled_or_unconfigured: 'unset PRUNER_URL',
};
