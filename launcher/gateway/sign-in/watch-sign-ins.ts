import { isDeepStrictEqual } from 'node:util';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { Timers } from '../../platform/timers.ts';
import { type WatchFolder, watchOnDisk } from '../config/watch-config.ts';
import { TOKEN_FILE, type TokenFile } from './token-file.ts';

export interface WatchSignInsOptions {
  readonly home: string;
  readonly tokens: TokenFile;
  readonly timers: Timers;
  /** Called with the servers whose tokens have changed. */
  readonly onChange: (servers: ReadonlySet<string>) => void;
  readonly onFault: (error: unknown) => void;
  readonly watchFolder?: WatchFolder;
}

/** Quiet time before the file is read, in milliseconds. */
const SETTLE_MS = 50;

/** Watches sign-ins made with `mcp auth` in any process. Resolves to a function that stops watching. */
export async function watchSignIns(options: WatchSignInsOptions): Promise<() => void> {
  const { home, tokens, timers, onChange, onFault, watchFolder = watchOnDisk } = options;
  makeFolder(home);
  let cancel = (): void => {};
  let closed = false;
  let reading = Promise.resolve();
  let known: ReadonlyMap<string, unknown> = new Map();
  const read = async (): Promise<void> => {
    const now = await tokens.signedIn();
    const changed = [...now].filter(([key, signIn]) => !isDeepStrictEqual(signIn, known.get(key)));
    known = now;
    // A key starts with the server's name, which may contain spaces.
    const servers = changed.map(([key]) => key.split(' ').slice(0, -2).join(' '));
    if (!closed && servers.length > 0) onChange(new Set(servers));
  };
  const touch = (): void => {
    cancel();
    cancel = timers.after(SETTLE_MS, () => {
      reading = reading.then(read).catch(onFault);
    });
  };
  const unwatch = watchFolder(home, (name) => (name === null || name === TOKEN_FILE ? touch() : undefined));
  // Existing sign-ins are not changes.
  known = await tokens.signedIn().catch(() => new Map());
  return () => {
    closed = true;
    cancel();
    unwatch();
  };
}
