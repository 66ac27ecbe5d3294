import { sendSignal } from './send-signal.ts';

/** The pids of the children that run now, each of which leads a group. */
export const runningLeaders: Set<number> = new Set();

/** SIGKILL to the group of every child that still runs, at once: the last thing before the server exits. */
export function killRunningGroups(): void {
  for (const leader of runningLeaders) sendSignal(-leader, 'SIGKILL');
}
