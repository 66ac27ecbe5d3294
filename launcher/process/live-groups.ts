import { KILL_GRACE_MS, killTree } from './kill-tree.ts';
import { livingMembers, type ProcessTree } from './process-tree.ts';
import { runningTrees } from './running-trees.ts';

/** Commands that ended normally and may have left something running in the background. */
export interface LiveGroups {
  /** Keeps `tree` in mind; those of which nothing runs any more are forgotten by and by. */
  remember(tree: ProcessTree): void;
  /** Ends all that is remembered, so that a server which stops leaves no child behind. */
  killAll(graceMs?: number): Promise<void>;
  /** How many are remembered, once those that ended are forgotten. */
  count(): Promise<number>;
}

/** A registry for one server; it hears of a tree the moment its command ends, so that a shutdown always finds it. */
export function createLiveGroups(): LiveGroups {
  const trees = new Set<ProcessTree>();
  const forget = (tree: ProcessTree): void => {
    trees.delete(tree);
    runningTrees.delete(tree);
  };
  let sweeping: Promise<void> | undefined;
  const sweep = async (): Promise<void> => {
    await Promise.all(
      [...trees].map(async (tree) => {
        // A look that fails says nothing: the tree stays remembered.
        const members = await livingMembers(tree).catch(() => undefined);
        if (members?.length === 0) forget(tree);
      }),
    );
    sweeping = undefined;
  };
  return {
    remember: (tree) => {
      trees.add(tree);
      runningTrees.add(tree);
      sweeping ??= sweep();
    },
    killAll: async (graceMs = KILL_GRACE_MS) => {
      const all = [...trees];
      trees.clear();
      await Promise.all(all.map((tree) => killTree(tree, graceMs).then(() => forget(tree))));
    },
    count: async () => {
      await sweeping;
      await sweep();
      return trees.size;
    },
  };
}

/** The registry of a process that runs one server. */
export const liveGroups: LiveGroups = createLiveGroups();
