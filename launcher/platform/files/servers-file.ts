import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { errnoOf } from '../paths/errno-of.ts';
import { errnoWords } from '../paths/errno-words.ts';
import type { Timers } from '../timers.ts';
import { makeFolder } from './make-folder.ts';
import { replaceFile } from './replace-file.ts';
import { withLock } from './with-lock.ts';

type Entries<T> = Readonly<Record<string, T>>;

/** A file with one entry per server, readable by its owner only. Errors never contain its content. */
export interface ServersFile<T> {
  /** Returns all entries; empty if there is no file. Rejects if the file cannot be read. */
  read(): Promise<Entries<T>>;
  /** Passes the current entries to `change` and writes the result, unless it is unchanged. Resolves to the result. */
  update(change: (now: Entries<T>) => Entries<T>): Promise<Entries<T>>;
}

export interface ServersFileOptions {
  readonly file: string;
  readonly timers: Timers;
  readonly isEntry: (value: unknown) => boolean;
  /** Tells the user what to do again after removing an unreadable file. It is part of the error message. */
  readonly again: string;
}

/** Opens the file. Each write replaces it atomically, under a lock, so several processes may write. */
export function openServersFile<T>({ file, timers, isEntry, again }: ServersFileOptions): ServersFile<T> {
  const read = async (): Promise<Entries<T>> => {
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return {};
      throw new Error(`cannot read ${JSON.stringify(file)}: ${errnoWords(error)}`);
    }
    try {
      const { servers } = JSON.parse(text) as { readonly servers?: unknown };
      if (isJsonObject(servers) && Object.values(servers).every(isEntry)) return servers as Entries<T>;
    } catch {
      // Reported below without the parser's own message, which quotes the text.
    }
    throw new Error(
      `cannot read ${JSON.stringify(file)}: expected a file that mcp-pruner wrote; remove it and ${again} again`,
    );
  };
  return {
    read,
    async update(change) {
      makeFolder(path.dirname(file));
      // The lock keeps others from writing between reading and renaming.
      return await withLock(`${file}.lock`, timers, async () => {
        const now = await read();
        const next = change(now);
        if (next !== now) await write(file, { servers: next });
        return next;
      });
    },
  };
}

async function write(file: string, value: object): Promise<void> {
  try {
    const text = `${JSON.stringify(value, null, 2)}\n`;
    await replaceFile(file, text, { part: `${file}.${randomUUID()}`, isDrawn: true, isSynced: true });
  } catch (error) {
    throw new Error(`cannot write ${JSON.stringify(file)}: ${errnoWords(error)}`);
  }
}
