import type { ProcessEntry } from './process-entry.ts';
import { livingMembers, type ProcessTree } from './process-tree.ts';
import { sendSignal } from './send-signal.ts';
import { systemTimers, type Timers } from './timers.ts';
import { endWindowsTree } from './windows-tree.ts';

/** Between SIGTERM and SIGKILL, in milliseconds. */
export const KILL_GRACE_MS = 500;
const LOOK_EVERY_MS = 20;
/** A tree that still forks after this many rounds of SIGKILL is left to the system. */
const KILL_ROUNDS = 50;

/**
 * Ends a child and all it started: SIGTERM to its group and to those who left it, looked up while their parents live;
 * after `graceMs`, SIGKILL to whoever is left. Resolves when none of them runs any more. Windows has no signals to ask
 * nicely with: there all of it is ended at once.
 */
export async function killTree(
  tree: ProcessTree,
  graceMs: number = KILL_GRACE_MS,
  timers: Timers = systemTimers,
  platform: NodeJS.Platform = process.platform,
  endWindows: (leader: number) => Promise<void> = endWindowsTree,
): Promise<void> {
  if (platform === 'win32') {
    if (tree.ended !== true) await endWindows(tree.leader);
    return;
  }
  let known: readonly ProcessEntry[] = [];
  let members = known;
  // Where nobody can tell who runs, the group alone is known, and taken to live.
  const groupAlone = [{ pid: tree.leader, parent: 0, group: tree.leader, started: '' }];
  const look = async (): Promise<void> => {
    try {
      known = await livingMembers(tree, known);
      members = known;
    } catch {
      members = groupAlone;
    }
  };
  const pause = (): Promise<void> => new Promise((resolve) => timers.after(LOOK_EVERY_MS, resolve));
  const sendAll = (signal: NodeJS.Signals): void => {
    if (members.some(({ group }) => group === tree.leader)) sendSignal(-tree.leader, signal);
    for (const { pid, group } of members) if (group !== tree.leader) sendSignal(pid, signal);
  };

  await look();
  const deadline = timers.now() + graceMs;
  sendAll('SIGTERM');
  while (members.length > 0 && timers.now() < deadline) {
    await pause();
    await look();
  }
  for (let round = 0; members.length > 0 && round < KILL_ROUNDS; round++) {
    sendAll('SIGKILL');
    await pause();
    await look();
  }
}
