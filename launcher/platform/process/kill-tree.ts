import { systemTimers, type Timers } from '../timers.ts';
import type { ProcessEntry } from './process-entry.ts';
import { livingMembers, type ProcessTree } from './process-tree.ts';
import { sendSignal } from './send-signal.ts';
import { endWindowsTree } from './windows-tree.ts';

/** Time between SIGTERM and SIGKILL, in milliseconds. */
export const KILL_GRACE_MS = 500;
const LOOK_EVERY_MS = 20;
/** Max rounds of SIGKILL. A tree that still forks after them is left alone. */
const KILL_ROUNDS = 50;

/**
 * Kills a child and all its descendants. Sends SIGTERM to its group and to members that left it, found while their
 * parents live. After `graceMs`, sends SIGKILL to the rest. Resolves when none of them runs. Windows has no SIGTERM, so
 * the tree is killed at once.
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
  // Without a process table, only the group is known, and it is assumed to be alive.
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
