import { freshTable } from './fresh-table.ts';
import type { ProcessEntry } from './process-entry.ts';
import { isMarkedBy } from './process-marker.ts';

/** A child that leads its own process group, and what it started. */
export interface ProcessTree {
  /** The pid of the child, which is the group's number too. */
  readonly leader: number;
  readonly marker: string;
  /** The pipe that it was given; undefined where the system does not tell. */
  readonly channel?: string | undefined;
  /** The child itself has ended: a process with its pid is another one, and then its group is gone. */
  readonly ended?: boolean;
}

/** The processes of `tree` that run now; see `membersOf`. */
export async function livingMembers(
  tree: ProcessTree,
  known: readonly ProcessEntry[] = [],
): Promise<readonly ProcessEntry[]> {
  return membersOf(tree, await freshTable(), known);
}

/**
 * The processes of `tree` in a table: its group, whoever bears the marker or holds the channel, and the descendants of
 * those wherever they went. `known` are members seen before: they stay members as long as they run, since the parents
 * that led to them may have ended, and an emptied environment leaves nothing else to know them by.
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
  // No pid is given out while a group bears its number (POSIX, 4.13): one that is back means that the group ended.
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
