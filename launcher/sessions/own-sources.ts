import { fileSource } from '../hosts/file-source.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { SessionSource, SessionStore, UserPlaces } from '../hosts/recordings.ts';
import { walkFiles } from '../platform/files/walk-files.ts';

/** Finds the sessions that hosts recorded for this user, newest first. */
export async function ownSources(places: UserPlaces): Promise<readonly SessionSource[]> {
  const found: SessionSource[] = [];
  for (const folder of HOSTS.flatMap(({ recordings }) => recordings?.folders?.(places) ?? [])) {
    for await (const file of walkFiles(folder.path, folder.isSession)) {
      const source = await fileSource(file);
      if (source !== undefined) found.push(source);
    }
  }
  for (const store of await stores()) found.push(...(await store.own(places)));
  return newestFirst(found);
}

export function stores(): Promise<readonly SessionStore[]> {
  return Promise.all(HOSTS.flatMap(({ recordings }) => recordings?.loadStore?.() ?? []));
}

export function newestFirst(sources: readonly SessionSource[]): readonly SessionSource[] {
  return sources.toSorted((a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0));
}
