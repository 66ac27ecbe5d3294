import { freshTable } from './fresh-table.ts';
import type { ProcessEntry } from './process-entry.ts';
import { isMarkedBy } from './process-marker.ts';

/** A child that leads its own process group, and its descendants. */
export interface ProcessTree {
  /** Pid of the child and number of its group. */
  readonly leader: number;
  readonly marker: string;
  /** The pipe on the child's descriptor `CHANNEL_FD`; undefined if the system does not report it. */
  readonly channel?: string | undefined;
  /** True if the child has exited. If its pid is in use again, its group is gone. */
  readonly ended?: boolean;
}

/** Returns the running processes of `tree`; see `membersOf`. */
export async function livingMembers(
  tree: ProcessTree,
  known: readonly ProcessEntry[] = [],
): Promise<readonly ProcessEntry[]> {
  return membersOf(tree, await freshTable(), known);
}

/**
 * Returns the processes of `tree` in a table: its group, all that carry the marker or hold the channel, and their
 * descendants. Members in `known` stay members while they run, because their parents may have exited and an emptied
 * environment leaves nothing to identify them by.
 */
export function membersOf(
  tree: ProcessTree,
  table: readonly ProcessEntry[],
  known: readonly ProcessEntry[] = [],
): readonly ProcessEntry[] {
  const members = new Map<number, ProcessEntry>();
  const add = (entry: ProcessEntry): void => {
    if (entry.pid !== process.pid) members.set(entry.pid, entry);
  };
  // POSIX: no pid is reused while a process group has that number. If a process has the leader's pid, the
  // group ended.
  const reused = tree.ended === true && table.some(({ pid }) => pid === tree.leader);
  const startOf = new Map(known.map(({ pid, started }) => [pid, started]));
  for (const entry of table) {
    const isKnown = startOf.get(entry.pid) === entry.started;
    const holdsChannel = tree.channel !== undefined && entry.channel === tree.channel;
    if (isKnown || holdsChannel || isMarkedBy(tree.marker, entry.marker) || (!reused && entry.group === tree.leader))
      add(entry);
  }
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const parents = [...members.keys()];
  for (let next = parents.pop(); next !== undefined; next = parents.pop()) {
    for (const child of children.get(next) ?? []) {
      if (members.has(child.pid)) continue;
      add(child);
      parents.push(child.pid);
    }
  }
  return [...members.values()];
}
