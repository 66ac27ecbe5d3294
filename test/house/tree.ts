import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../runtime/started.ts';

export interface Import {
  readonly from: string;
  /** Path from the checkout's root for one of our files, otherwise the module's name. */
  readonly to: string;
}

const IMPORT = /^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Source files of a tree, as paths from the checkout's root. */
export function filesOf(tree: string): readonly string[] {
  return readdirSync(path.join(ROOT, tree), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(tree, name))
    .sort();
}

export function readFile(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Returns the import graph of a tree, read from the sources. It includes imports of types and dynamic imports. */
export function importsOf(tree: string): readonly Import[] {
  return filesOf(tree).flatMap((from) =>
    [...readFile(from).matchAll(IMPORT)]
      .map(([, named, bare, onUse]) => named ?? bare ?? onUse ?? '')
      .map((name) => ({ from, to: name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : name })),
  );
}

/** Returns the room of a file: its folder at depth two, or its name if it is in no folder. */
export function roomOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** Rooms that each room of a tree imports from. */
export function roomsReached(tree: string): ReadonlyMap<string, ReadonlySet<string>> {
  const reached = new Map<string, Set<string>>();
  for (const { from, to } of importsOf(tree)) {
    if (!to.startsWith(`${tree}/`) || roomOf(from) === roomOf(to)) continue;
    reached.set(roomOf(from), (reached.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
  }
  return reached;
}

/** Files that each file of a tree imports from it. */
export function filesReached(tree: string): ReadonlyMap<string, ReadonlySet<string>> {
  const reached = new Map<string, Set<string>>();
  for (const { from, to } of importsOf(tree))
    if (to.startsWith(`${tree}/`)) reached.set(from, (reached.get(from) ?? new Set()).add(to));
  return reached;
}

/** Rooms or files that import themselves, directly or through others. */
export function circlesIn(reached: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const leadsTo = (room: string, end: string, seen: Set<string>): boolean =>
    [...(reached.get(room) ?? [])].some(
      (next) => next === end || (!seen.has(next) && leadsTo(next, end, seen.add(next))),
    );
  return [...reached.keys()].filter((room) => leadsTo(room, room, new Set()));
}

/** Floor of each room: 0 if it imports no other room, else one above the highest room that it imports. */
export function floorsOf(tree: string): ReadonlyMap<string, number> {
  const reached = roomsReached(tree);
  const floors = new Map<string, number>();
  const floorOf = (room: string): number => {
    const known = floors.get(room);
    if (known !== undefined) return known;
    const floor = Math.max(-1, ...[...(reached.get(room) ?? [])].map(floorOf)) + 1;
    floors.set(room, floor);
    return floor;
  };
  for (const file of filesOf(tree)) floorOf(roomOf(file));
  return floors;
}
