import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../paths/errno-of.ts';
import { systemTimers, type Timers } from '../../process/timers.ts';
import type { ConfigLocation } from './config-location.ts';
import { createConfigWatch } from './config-watch.ts';
import type { ServerDiff } from './diff-servers.ts';
import { type LoadedSources, loadSources } from './load-sources.ts';
import { followLinks } from './write-config-file.ts';

/** Tells of every event in a folder, with the name it is about where the system says so; throws where there is none. */
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
 * Watches the configuration's files: their folders, since editors put a new file in the old one's place, and those of what
 * they link to; where a folder is missing, the nearest one above it. Keeps no process alive. Resolves to what ends it.
 */
export async function watchConfig(options: WatchConfigOptions): Promise<() => void> {
  const { location, first, onChange, onFault, timers = systemTimers, watchFolder = watchOnDisk } = options;
  const folders = watchFolders(watchFolder, () => state.touch(), onFault);
  const load = async (): Promise<LoadedSources> => {
    // First watched, then read: what changes in between is told by an event.
    folders.set(await watchedNames(location));
    return loadSources(location);
  };
  const state = createConfigWatch({ load, first, timers, onChange, onFault });
  folders.set(await watchedNames(location));
  // What has changed since `first` was read is told as well.
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

/** Watches the folders it is given, anew each time: one may have been replaced by another of its name. */
function watchFolders(watchFolder: WatchFolder, touch: () => void, onFault: (message: string) => void): Folders {
  let watched: (() => void)[] = [];
  let closed = false;
  const told = new Set<string>();
  const start = (folder: string, names: ReadonlySet<string>): void => {
    // A folder that goes away tells its own name.
    const matters = (name: string | null): boolean =>
      name === null || names.has(name) || name === path.basename(folder);
    try {
      watched.push(watchFolder(folder, (name) => (matters(name) ? touch() : undefined)));
    } catch (error) {
      const message = `cannot watch ${JSON.stringify(folder)}: ${errnoOf(error) ?? 'an unknown fault'}`;
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

/** Folders that are there, each with the names in it that matter. */
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

/** By the system. Keeps no process alive. */
export const watchOnDisk: WatchFolder = (folder, onEvent) => {
  const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name));
  // A folder that goes away, or a limit of the system's: the event makes the folders be looked for anew.
  watcher.on('error', () => {
    watcher.close();
    onEvent(null);
  });
  return () => watcher.close();
};
