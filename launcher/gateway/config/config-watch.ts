import type { Timers } from '../../platform/timers.ts';
import { diffServers, type ServerDiff } from './diff-servers.ts';
import type { LoadedSources, SourcedServer } from './load-sources.ts';

/** Quiet time before the files are read, in milliseconds, because editors write, rename and remove in a burst. */
const SETTLE_MS = 100;

export interface ConfigWatchOptions {
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
export interface ConfigWatch {
  /** Call when something may have changed. */
  touch(): void;
  /** Stops watching. No callback is called afterward. */
  close(): void;
}

export function createConfigWatch(options: ConfigWatchOptions): ConfigWatch {
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
    touch() {
      if (closed) return;
      cancel();
      cancel = timers.after(SETTLE_MS, () => void read());
    },
    close() {
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
