import { setTimeout } from 'node:timers';
import { KILL_GRACE_MS, killTree } from './kill-tree.ts';
import { livingMembers, type ProcessTree } from './process-tree.ts';
import { runningTrees } from './running-trees.ts';

/** Min number of trees to look through at once. */
const MIN_SWEPT = 64;
/** Milliseconds after which they are looked through in any case. */
const IDLE_MS = 10_000;

/** Commands that exited normally and may have left background processes. */
export type LiveGroups = ReturnType<typeof createLiveGroups>;

/**
 * Creates a server's registry. Trees are added as soon as their command exits, so that a shutdown finds all of them.
 */
export function createLiveGroups() {
  const trees = new Set<ProcessTree>();
  const forget = (tree: ProcessTree): void => {
    trees.delete(tree);
    runningTrees.delete(tree);
  };
  let sweeping: Promise<void> | undefined;
  let sweepAt = MIN_SWEPT;
  let isSoon = false;
  const sweep = async (): Promise<void> => {
    await Promise.all(
      [...trees].map(async (tree) => {
        // A failed scan proves nothing, so keep the tree.
        const members = await livingMembers(tree).catch(() => undefined);
        if (members?.length === 0) forget(tree);
      }),
    );
    sweeping = undefined;
    sweepAt = Math.max(MIN_SWEPT, 2 * trees.size);
  };
  return {
    /**
     * Remembers `tree`. Trees without running processes are forgotten in batches, because that reads the table of all
     * processes.
     */
    remember: (tree: ProcessTree): void => {
      trees.add(tree);
      runningTrees.add(tree);
      if (trees.size >= sweepAt) sweeping ??= sweep();
      // The system may use a group's number again once the group has ended.
      if (isSoon) return;
      isSoon = true;
      setTimeout(() => {
        isSoon = false;
        sweeping ??= sweep();
      }, IDLE_MS).unref();
    },
    /** Kills all remembered trees, so that a stopping server leaves no child behind. */
    killAll: async (graceMs: number = KILL_GRACE_MS): Promise<void> => {
      const all = [...trees];
      trees.clear();
      await Promise.all(all.map((tree) => killTree(tree, graceMs).then(() => forget(tree))));
    },
    /** Resolves to the number of remembered trees that still have processes. */
    count: async (): Promise<number> => {
      await sweeping;
      await sweep();
      return trees.size;
    },
  };
}

/** Registry of a process that runs one server. */
export const liveGroups: LiveGroups = createLiveGroups();
