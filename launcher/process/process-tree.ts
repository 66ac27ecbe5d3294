import type { ProcessEntry } from './process-entry.ts';
import { bearsMarker } from './process-marker.ts';
import { processTable } from './process-table.ts';

/** A child that leads its own process group, and what it started. */
export interface ProcessTree {
  /** The pid of the child, which is the group's number too. */
  readonly leader: number;
  readonly marker: string;
}

/**
 * The processes of `tree` that run now: its group, the descendants of `known` wherever they went, and whoever bears
 * the marker. `known` holds pids seen in the tree before, whose parents may have ended since.
 */
export async function livingMembers(
  tree: ProcessTree,
  known: ReadonlySet<number> = new Set(),
): Promise<readonly ProcessEntry[]> {
  const table = await processTable();
  const members = new Map<number, ProcessEntry>();
  const add = (entry: ProcessEntry): void => {
    if (entry.pid !== process.pid) members.set(entry.pid, entry);
  };
  for (const entry of table) if (entry.group === tree.leader || entry.pid === tree.leader) add(entry);
  await Promise.all(
    table.map(async (entry) => {
      if (!members.has(entry.pid) && (await bearsMarker(entry.pid, tree.marker))) add(entry);
    }),
  );
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) children.set(entry.parent, [...(children.get(entry.parent) ?? []), entry]);
  const parents = [...members.keys(), ...known];
  for (let next = parents.pop(); next !== undefined; next = parents.pop()) {
    for (const child of children.get(next) ?? []) {
      if (members.has(child.pid)) continue;
      add(child);
      parents.push(child.pid);
    }
  }
  return [...members.values()];
}
