import type { ListedFile, ListedItem } from '../hosts/host.ts';
import type { Places } from '../hosts/places.ts';
import { valueAt } from './edit/json-path.ts';
import type { SetupHost } from './find-hosts.ts';

/** A file in which a host may have hooks of ours. */
export interface HookFile extends ListedFile {
  /** True if it belongs to the project alone, false if it is the user's own. */
  readonly inProject: boolean;
}

/** Returns each file in which a host may have hooks of ours, once; empty if it supports no such hooks. */
export function hookLists({ files, setup }: SetupHost, places: Places): readonly HookFile[] {
  // Files and lists are the same for every server, so a placeholder is enough.
  const server = { name: '', launch: { command: '', args: [''], env: {} } };
  const known = files(places).flatMap(({ path, folder }) => {
    const inProject = folder !== undefined;
    const file = setup.hooks?.(places, inProject, { ...server, file: path });
    return file === undefined ? [] : [{ ...file, inProject }];
  });
  // In the home folder both are the same file, which is the user's own.
  return known.filter(({ path }, at) => !known.slice(at + 1).some((later) => later.path === path));
}

/** Returns our item in a host's list; undefined if it is not there. */
export function ourItem(root: unknown, item: Pick<ListedItem, 'list' | 'isOurs'>): unknown {
  return listOf(root, item).find(item.isOurs);
}

/** Returns all items of a host's list, including those of others. */
export function listOf(root: unknown, { list }: Pick<ListedItem, 'list'>): readonly unknown[] {
  const found = valueAt(root, list);
  return Array.isArray(found) ? found : [];
}
