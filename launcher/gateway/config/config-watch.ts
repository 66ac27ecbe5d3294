import type { Timers } from '../../process/timers.ts';
import { diffServers, type ServerDiff } from './diff-servers.ts';
import type { LoadedSources, SourcedServer } from './load-sources.ts';

/** Milliseconds without another event until the files are read: editors write, rename and remove in a burst. */
export const SETTLE_MS = 100;

export interface ConfigWatchOptions {
  readonly load: () => Promise<LoadedSources>;
  /** What the caller has loaded already. */
  readonly first: LoadedSources;
  readonly timers: Timers;
  /** Called where a server was added, removed or changed alone. */
  readonly onChange: (diff: ServerDiff, now: LoadedSources) => void;
  /** Once for each fault that lasts; again if it comes back. The servers of that file stay as they last were. */
  readonly onFault: (message: string) => void;
}

/** Turns events of files into what became of servers. */
export interface ConfigWatch {
  /** Something may have changed. */
  touch(): void;
  /** No event is told after. */
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

/** The servers, those of a file with a fault as they last were. */
function withLastGood(good: LoadedSources, { servers, faults }: LoadedSources): readonly SourcedServer[] {
  const failed = new Set(faults.map(({ source }) => source));
  const own = (failed.has('user') ? good : { servers }).servers.filter(({ source }) => source === 'user');
  const names = new Set(own.map(({ name }) => name));
  const shared = (failed.has('project') ? good : { servers }).servers.filter(({ source }) => source === 'project');
  return [...own, ...shared.filter(({ name }) => !names.has(name))];
}
