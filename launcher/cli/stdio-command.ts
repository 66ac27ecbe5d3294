import { openArtifacts } from '../artifacts/open-artifacts.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { createEventLog } from '../events/event-log.ts';
import { choosePruner } from '../pruning/choose-pruner.ts';
import { createServer } from '../server/server.ts';
import { serveStdio } from '../stdio/serve-stdio.ts';
import type { CommandContext } from './command.ts';

/** How long leftover processes have between SIGTERM and SIGKILL at shutdown, in milliseconds. */
const LEFTOVER_GRACE_MS = 400;

/** The MCP server: stdout carries JSON-RPC alone, stderr events. */
export async function runStdio({ env, cwd, stdin, stdout, stderr, version, stop }: CommandContext): Promise<number> {
  const write = (line: string): void => {
    stderr.write(line);
  };
  const now = (): Date => new Date();
  const monotonic = (): number => performance.now();
  let log = createEventLog({ write, least: 'info', now });
  try {
    const config = readConfig(env, cwd);
    log = createEventLog({ write, least: config.logLevel, now });
    const start = monotonic();
    const chosen = choosePruner(config, monotonic);
    if (chosen === undefined) log('info', 'mcp_pruner.disabled', { reason: 'config_disabled' });
    const artifacts = openArtifacts({ home: config.home, redact: config.redactArtifacts });
    const handle = createServer({
      loadTools: async () => (await import('../tools/catalog.ts')).TOOLS,
      loadSharedTools: async () => [(await import('../tools/artifact.ts')).artifactTool(artifacts, chosen)],
      root: config.root,
      env,
      artifacts,
      maxResponseBytes: config.maxResponseBytes,
      prune: { chosen, maxInputBytes: config.prunerMaxInputBytes, now: monotonic },
      log,
      newRequestId: () => crypto.randomUUID(),
      version,
      output: config.output,
    });
    log('info', 'mcp_pruner.ready', { root: config.root });
    const killLeftovers = async (): Promise<void> =>
      (await import('../process/live-groups.ts')).liveGroups.killAll(LEFTOVER_GRACE_MS);
    const { killRunningGroups: killNow } = await import('../process/running-leaders.ts');
    const graceful = await serveStdio({ handle, input: stdin, output: stdout, log, stop, killLeftovers, killNow });
    log('info', 'mcp_pruner.stopped', { graceful, duration_ms: Math.round(monotonic() - start) });
    return graceful ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log('error', 'mcp_pruner.start_failed', { message: error.message });
    return 1;
  }
}
