import { fileSource } from '../hosts/file-source.ts';
import type { Host } from '../hosts/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { SessionSource, SessionStore, UserPlaces } from '../hosts/recordings.ts';
import { walkFiles } from '../platform/files/walk-files.ts';

/**
 * Finds the sessions that hosts recorded for this user: the newest of each host, then the second of each, and so on. So a
 * reader that stops early has some of each.
 */
export async function ownSources(places: UserPlaces): Promise<readonly SessionSource[]> {
  const found: (readonly SessionSource[])[] = [];
  for (const { recordings } of HOSTS) found.push(newestFirst(await fileSources(recordings, places)));
  for (const store of await stores()) found.push(newestFirst(await store.own(places)));
  const longest = Math.max(...found.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => found.flatMap((one) => one[at] ?? [])).flat();
}

/** Finds the files of sessions that a host recorded for this user. */
export async function fileSources(
  recordings: Host['recordings'],
  places: UserPlaces,
): Promise<readonly SessionSource[]> {
  const found: SessionSource[] = [];
  for (const { path, isSession } of recordings?.folders?.(places) ?? []) {
    for await (const file of walkFiles(path, isSession)) {
      const source = await fileSource(file);
      if (source !== undefined) found.push(source);
    }
  }
  return found;
}

export function stores(): Promise<readonly SessionStore[]> {
  return Promise.all(HOSTS.flatMap(({ recordings }) => recordings?.loadStore?.() ?? []));
}

export function newestFirst(sources: readonly SessionSource[]): readonly SessionSource[] {
  return sources.toSorted((a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0));
}
