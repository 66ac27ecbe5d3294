import type { ProcessEntry } from './process-entry.ts';
import { membersOf, type ProcessTree } from './process-tree.ts';
import { readProc } from './read-proc.ts';
import { sendSignal } from './send-signal.ts';
import { endWindowsTreeNow } from './windows-tree.ts';

const trees = new Set<ProcessTree>();

/**
 * Trees of running children, and of exited ones that may have left processes. All must be killed when the server exits.
 */
export const runningTrees: Pick<Set<ProcessTree>, 'add' | 'delete' | 'values'> = trees;

/**
 * Max rounds of scanning and killing. A new process may be missing from the first table, and a killed one may have
 * started another.
 */
const ROUNDS = 3;

/** Sends SIGKILL to every tree synchronously, as the last step before exit. */
export function killRunningTrees(platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') {
    for (const { leader, ended } of trees) if (ended !== true) endWindowsTreeNow(leader);
    return;
  }
  // Scan before any parent dies. A descendant that left the group and emptied its environment can be found only through
  // its parent.
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
