import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { ConfigLocation } from './config-location.ts';
import { createConfigWatch } from './config-watch.ts';
import type { ServerDiff } from './diff-servers.ts';
import { type LoadedSources, loadSources } from './load-sources.ts';
import { followLinks } from './write-config-file.ts';

/**
 * Watches a folder. `onEvent` gets the affected name, or null if the system does not report it. Throws if the folder
 * does not exist. Returns a function that stops watching.
 */
export type WatchFolder = (folder: string, onEvent: (name: string | null) => void) => () => void;

export interface WatchConfigOptions {
  readonly location: ConfigLocation;
  readonly first: LoadedSources;
  readonly onChange: (diff: ServerDiff, now: LoadedSources) => void;
  readonly onFault: (message: string) => void;
  readonly timers?: Timers;
  readonly watchFolder?: WatchFolder;
}

/**
 * Watches the configuration files through their folders, because editors replace files. It also watches the folders of
 * link targets. If a folder is missing, the nearest existing parent is watched. Does not keep the process alive.
 * Resolves to a function that stops watching.
 */
export async function watchConfig(options: WatchConfigOptions): Promise<() => void> {
  const { location, first, onChange, onFault, timers = systemTimers, watchFolder = watchOnDisk } = options;
  const folders = watchFolders(watchFolder, () => state.touch(), onFault);
  const load = async (): Promise<LoadedSources> => {
    // Watch before reading, so that a change in between triggers an event.
    folders.set(await watchedNames(location));
    return loadSources(location);
  };
  const state = createConfigWatch({ load, first, timers, onChange, onFault });
  folders.set(await watchedNames(location));
  // Also report changes since `first` was read.
  state.touch();
  return () => {
    state.close();
    folders.close();
  };
}

interface Folders {
  set(wanted: ReadonlyMap<string, ReadonlySet<string>>): void;
  close(): void;
}

/**
 * Watches the given folders, restarting all watchers each time, because a folder may have been replaced by one of the
 * same name.
 */
function watchFolders(watchFolder: WatchFolder, touch: () => void, onFault: (message: string) => void): Folders {
  let watched: (() => void)[] = [];
  let closed = false;
  const told = new Set<string>();
  const start = (folder: string, names: ReadonlySet<string>): void => {
    // If the folder itself is removed, the event carries its own name.
    const matters = (name: string | null): boolean =>
      name === null || names.has(name) || name === path.basename(folder);
    try {
      watched.push(watchFolder(folder, (name) => (matters(name) ? touch() : undefined)));
    } catch (error) {
      const message = `cannot watch ${JSON.stringify(folder)}: ${errnoOf(error) ?? 'an unknown error'}`;
      if (!told.has(message)) onFault(message);
      told.add(message);
    }
  };
  const end = (): void => {
    for (const close of watched) close();
    watched = [];
  };
  return {
    set(wanted) {
      end();
      if (!closed) for (const [folder, names] of wanted) start(folder, names);
    },
    close() {
      closed = true;
      end();
    },
  };
}

/** Returns the existing folders to watch, each with the names in it that matter. */
async function watchedNames({ user, project }: ConfigLocation): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = [user, ...(project === undefined ? [] : [project])];
  const targets = await Promise.all(files.map((file) => followLinks(file).catch(() => file)));
  const watched = new Map<string, Set<string>>();
  for (const file of [...files, ...targets]) {
    let name = file;
    while (!existsSync(path.dirname(name)) && path.dirname(name) !== name) name = path.dirname(name);
    const folder = path.dirname(name);
    watched.set(folder, (watched.get(folder) ?? new Set()).add(path.basename(name)));
  }
  return watched;
}

/** Watches with the system's own mechanism. Does not keep the process alive. */
export const watchOnDisk: WatchFolder = (folder, onEvent) => {
  const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name));
  // The folder was removed, or a system limit was reached. The event triggers a new search for folders.
  watcher.on('error', () => {
    watcher.close();
    onEvent(null);
  });
  return () => watcher.close();
};
