import { createEventLog } from '../platform/event-log.ts';
import { ConfigError, readConfig } from '../platform/settings/config.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import { serveStdio } from '../server/stdio/serve-stdio.ts';
import type { CommandContext, GivenOptions } from './command.ts';
import { openLauncher } from './open-launcher.ts';

/** Time between SIGTERM and SIGKILL for leftover processes at shutdown, in milliseconds. */
const LEFTOVER_GRACE_MS = 400;

/** Runs the MCP server: stdout carries only JSON-RPC, stderr carries events. */
export async function runStdio(
  { env, cwd, stdin, stdout, stderr, version, stop }: CommandContext,
  given: GivenOptions = {},
): Promise<number> {
  // The reader of stderr may be gone. Losing events must not crash the server.
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
    const tracing = await openTracing(config, version, log);
    const launcher = openLauncher({ env, cwd, version, given, config, log, tracing });
    const { handle, notified, close } = launcher.serve({ isOneAgent: true, hearsHooks: true });
    log('info', 'mcp_pruner.ready', { root: config.root });
    const killLeftovers = async (): Promise<void> => {
      // If an update has removed it before it was loaded, no command has run.
      const groups = await import('../platform/process/live-groups.ts').catch(() => undefined);
      await Promise.all([groups?.liveGroups.killAll(LEFTOVER_GRACE_MS), close(), launcher.close()]);
    };
    const { killRunningTrees: killNow } = await import('../platform/process/running-trees.ts');
    const graceful = await serveStdio({
      ...{ handle, notified, input: stdin, output: stdout },
      ...{ log, stop, killLeftovers, killNow },
    });
    await tracing?.close();
    log('info', 'mcp_pruner.stopped', { graceful, duration_ms: Math.round(performance.now() - start) });
    return graceful ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log('error', 'mcp_pruner.start_failed', { message: error.message });
    return 1;
  }
}
