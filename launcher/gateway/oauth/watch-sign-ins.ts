import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Timers } from '../../process/timers.ts';
import { type WatchFolder, watchOnDisk } from '../config/watch-config.ts';
import { TOKEN_FILE, type TokenFile } from './token-file.ts';

export interface WatchSignInsOptions {
  readonly home: string;
  readonly tokens: TokenFile;
  readonly timers: Timers;
  /** The tokens of these servers are not what they were. */
  readonly onChange: (servers: ReadonlySet<string>) => void;
  readonly onFault: (error: unknown) => void;
  readonly watchFolder?: WatchFolder;
}

/** Milliseconds without another event until the file is read. */
const SETTLE_MS = 50;

/** Follows what users sign in to with `mcp auth`, in any process. Resolves to what ends it. */
export async function watchSignIns(options: WatchSignInsOptions): Promise<() => void> {
  const { home, tokens, timers, onChange, onFault, watchFolder = watchOnDisk } = options;
  await mkdir(home, { recursive: true, mode: 0o700 });
  let cancel = (): void => {};
  let closed = false;
  let reading = Promise.resolve();
  let known: ReadonlyMap<string, unknown> = new Map();
  const read = async (): Promise<void> => {
    const now = await tokens.signedIn();
    const changed = [...now].filter(([key, signIn]) => !isDeepStrictEqual(signIn, known.get(key)));
    known = now;
    // A key begins with the server's name, in which there may be blanks.
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
  // Who has signed in before is no change.
  known = await tokens.signedIn().catch(() => new Map());
  return () => {
    closed = true;
    cancel();
    unwatch();
  };
}
