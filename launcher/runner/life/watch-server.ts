import type { ChildProcess } from 'node:child_process';
import { KILL_GRACE_MS } from '../../process/kill-tree.ts';
import { systemTimers, type Timers } from '../../process/timers.ts';
import type { ProviderReport } from './provider-report.ts';

/** A server that this process started. */
export interface WatchedServer {
  /** Ends it if it runs: SIGTERM, SIGKILL 500 ms later. Resolves when it has ended. */
  terminate(): Promise<void>;
}

type Watchable = Pick<ChildProcess, 'exitCode' | 'signalCode' | 'kill' | 'once' | 'pid'>;

/** Reports how a server's process fares, for providers that start it here. That it is connected, a client alone knows. */
export function watchServer(
  child: Watchable,
  report: (report: ProviderReport) => void,
  timers: Timers = systemTimers,
): WatchedServer {
  // Not asked of the child later: Deno names a signal as soon as it is sent.
  let runs = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      runs = false;
      report({ kind: 'server_exited', exitCode, signal });
      resolve();
    });
  });
  child.once('error', (error) => {
    // A later one is of a signal that was not sent, or of a message.
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
