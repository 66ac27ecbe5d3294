import { foreign } from '../hosts/foreign-entry.ts';
import type { ListedFile, ListedItem } from '../hosts/host.ts';
import type { Places } from '../hosts/places.ts';
import type { SetupHost } from './find-hosts.ts';

/** Returns each file in which a host may have hooks of ours, once; empty if it supports no such hooks. */
export function hookLists({ files, setup }: SetupHost, places: Places): readonly ListedFile[] {
  // Files and lists are the same for every server, so a placeholder is enough.
  const server = { name: '', launch: { command: '', args: [''], env: {} } };
  const known = files(places).flatMap(
    ({ path, folder }) => setup.hooks?.(places, folder !== undefined, { ...server, file: path }) ?? [],
  );
  return known.filter(({ path }, at) => known.findIndex((other) => other.path === path) === at);
}

/** Returns our item in a host's list; undefined if it is not there. */
export function ourItem(root: unknown, item: Pick<ListedItem, 'list' | 'isOurs'>): unknown {
  return listOf(root, item).find(item.isOurs);
}

/** Returns all items of a host's list, including those of others. */
export function listOf(root: unknown, { list }: Pick<ListedItem, 'list'>): readonly unknown[] {
  const found = list.reduce((value, key) => foreign(value)[key], root);
  return Array.isArray(found) ? found : [];
}
