import type { ChildProcess } from 'node:child_process';
import { KILL_GRACE_MS } from '../../platform/process/kill-tree.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { ProviderReport } from './provider-report.ts';

/** A server started by this process. */
export interface WatchedServer {
  /** Ends the server if it is running: SIGTERM, then SIGKILL after 500 ms. Resolves when it has exited. */
  terminate(): Promise<void>;
}

type Watchable = Pick<ChildProcess, 'exitCode' | 'signalCode' | 'kill' | 'once' | 'pid'>;

/**
 * Reports the state of a server's process, for providers that start it here. Only an MCP client knows whether it is
 * connected.
 */
export function watchServer(
  child: Watchable,
  report: (report: ProviderReport) => void,
  timers: Timers = systemTimers,
): WatchedServer {
  // Tracked here because Deno sets `signalCode` as soon as a signal is sent.
  let runs = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      runs = false;
      report({ kind: 'server_exited', exitCode, signal });
      resolve();
    });
  });
  child.once('error', (error) => {
    // Later errors are about a signal or message that could not be sent.
    if (child.pid === undefined) report({ kind: 'spawn_failed', message: error.message });
  });
  return {
    async terminate() {
      if (!runs) return;
      const cancel = timers.after(KILL_GRACE_MS, () => child.kill('SIGKILL'));
      child.kill('SIGTERM');
      await exited;
      cancel();
    },
  };
}
