import type { ProcessEntry } from './process-entry.ts';
import { membersOf, type ProcessTree } from './process-tree.ts';
import { readProc } from './read-proc.ts';
import { sendSignal } from './send-signal.ts';
import { endWindowsTreeNow } from './windows-tree.ts';

const trees = new Set<ProcessTree>();

/** The children that run now, and those that ended and may have left something behind: what the server's end must end. */
export const runningTrees: Pick<Set<ProcessTree>, 'add' | 'delete' | 'values'> = trees;

/** A process that was just started is no part of a table yet, and one that is killed may have started another. */
const ROUNDS = 3;

/** SIGKILL to every tree that still runs, at once and without a turn of the event loop: the last thing before the end. */
export function killRunningTrees(platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') {
    for (const { leader, ended } of trees) if (ended !== true) endWindowsTreeNow(leader);
    return;
  }
  // Before any parent ends: to who left its group and emptied its environment, nothing else leads.
  let left = platform === 'linux' ? membersOfAll([]) : [];
  for (const { leader, ended } of trees) if (ended !== true) sendSignal(-leader, 'SIGKILL');
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    for (const { pid } of left) sendSignal(pid, 'SIGKILL');
    left = membersOfAll(left);
  }
}

function membersOfAll(known: readonly ProcessEntry[]): readonly ProcessEntry[] {
  if (trees.size === 0) return [];
  const table = readProc();
  return [...trees].flatMap((tree) => membersOf(tree, table, known));
}
