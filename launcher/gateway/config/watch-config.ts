import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { ConfigLocation } from './config-location.ts';
import { diffServers, type ServerDiff } from './diff-servers.ts';
import { type LoadedSources, loadSources, type SourcedServer } from './load-sources.ts';
import { followLinks } from './write-config-file.ts';

/** Quiet time before the files are read, in milliseconds, because editors write, rename and remove in a burst. */
const SETTLE_MS = 100;

interface ConfigWatchOptions {
  readonly load: () => Promise<LoadedSources>;
  /** Configuration that the caller has already loaded. */
  readonly first: LoadedSources;
  readonly timers: Timers;
  /** Called only if a server was added, removed or changed. */
  readonly onChange: (diff: ServerDiff, now: LoadedSources) => void;
  /**
   * Called once when a fault appears, and again if it returns after it was fixed. Servers of that file keep their last
   * state.
   */
  readonly onFault: (message: string) => void;
}

/** Turns file events into changes of servers. */
export function createConfigWatch(options: ConfigWatchOptions) {
  const { load, timers, onChange, onFault } = options;
  let good = options.first;
  let told: readonly string[] = options.first.faults.map(({ message }) => message);
  let cancel = (): void => {};
  let loading = false;
  let again = false;
  let closed = false;

  const settle = (loaded: LoadedSources): void => {
    for (const { message } of loaded.faults) if (!told.includes(message)) onFault(message);
    told = loaded.faults.map(({ message }) => message);
    const now = { ...loaded, servers: withLastGood(good, loaded) };
    const diff = diffServers(good.servers, now.servers);
    const isSame = diff.added.length + diff.removed.length + diff.changed.length === 0 && now.approve === good.approve;
    good = now;
    if (!isSame) onChange(diff, now);
  };

  const read = async (): Promise<void> => {
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    do {
      again = false;
      const loaded = await load();
      if (!closed) settle(loaded);
    } while (again && !closed);
    loading = false;
  };

  return {
    /** Call when something may have changed. */
    touch(): void {
      if (closed) return;
      cancel();
      cancel = timers.after(SETTLE_MS, () => void read());
    },
    /** Stops watching. No callback is called afterward. */
    close(): void {
      closed = true;
      cancel();
    },
  };
}

/** Returns the current servers. Servers of a file with a fault keep their last state. */
function withLastGood(good: LoadedSources, { servers, faults }: LoadedSources): readonly SourcedServer[] {
  const failed = new Set(faults.map(({ source }) => source));
  const own = (failed.has('user') ? good : { servers }).servers.filter(({ source }) => source === 'user');
  const names = new Set(own.map(({ name }) => name));
  const shared = (failed.has('project') ? good : { servers }).servers.filter(({ source }) => source === 'project');
  return [...own, ...shared.filter(({ name }) => !names.has(name))];
}

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

/**
 * Watches the given folders, restarting all watchers each time, because a folder may have been replaced by one of the
 * same name.
 */
function watchFolders(watchFolder: WatchFolder, touch: () => void, onFault: (message: string) => void) {
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
    set(wanted: ReadonlyMap<string, ReadonlySet<string>>): void {
      end();
      if (!closed) for (const [folder, names] of wanted) start(folder, names);
    },
    close(): void {
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
