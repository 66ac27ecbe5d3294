import { ConfigError, readConfig } from '../config/config.ts';
import { createEventLog } from '../events/event-log.ts';
import { serveStdio } from '../stdio/serve-stdio.ts';
import type { CommandContext, GivenOptions } from './command.ts';
import { openLauncher } from './open-launcher.ts';

/** How long leftover processes have between SIGTERM and SIGKILL at shutdown, in milliseconds. */
const LEFTOVER_GRACE_MS = 400;

/** The MCP server: stdout carries JSON-RPC alone, stderr events. */
export async function runStdio(
  { env, cwd, stdin, stdout, stderr, version, stop }: CommandContext,
  given: GivenOptions = {},
): Promise<number> {
  // Nobody may read it any more, and no event is worth the server's end.
  stderr.on('error', () => {});
  const write = (line: string): void => {
    stderr.write(line);
  };
  const now = (): Date => new Date();
  let log = createEventLog({ write, least: 'info', now });
  try {
    const config = readConfig(env, cwd);
    log = createEventLog({ write, least: config.logLevel, now });
    const start = performance.now();
    const launcher = openLauncher({ env, cwd, version, given, config, log });
    const { handle, notified, close } = launcher.serve({ isOneAgent: true, hearsHooks: true });
    log('info', 'mcp_pruner.ready', { root: config.root });
    const killLeftovers = async (): Promise<void> => {
      const { liveGroups } = await import('../process/live-groups.ts');
      await Promise.all([liveGroups.killAll(LEFTOVER_GRACE_MS), close(), launcher.close()]);
    };
    const { killRunningTrees: killNow } = await import('../process/running-trees.ts');
    const graceful = await serveStdio({
      ...{ handle, notified, input: stdin, output: stdout },
      ...{ log, stop, killLeftovers, killNow },
    });
    log('info', 'mcp_pruner.stopped', { graceful, duration_ms: Math.round(performance.now() - start) });
    return graceful ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log('error', 'mcp_pruner.start_failed', { message: error.message });
    return 1;
  }
}
