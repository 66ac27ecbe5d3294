import { randomBytes } from 'node:crypto';
import { readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';

/** Max files that are waiting to be read. The host calls tools in parallel. */
const MAX_FILES = 64;
/** Time after which a file counts as read, in milliseconds. */
const READ_MS = 60_000;
/**
 * Age after which a file counts as left behind by a killed server, in milliseconds. Long enough for clocks that differ.
 */
const LEFT_MS = 60 * READ_MS;
/** Max lines, and max UTF-16 units of a line, that the host's tool shows without cutting. */
const MAX_LINES = 2000;
const MAX_LINE = 2000;

/**
 * Texts in files that the host's own tool reads. Each file is used for only one text, so that a late read never gets
 * another one.
 */
export interface ReadBack {
  /**
   * Writes a text to a folder and resolves to the file. Undefined if the host would not show it unchanged, or if too
   * many files are waiting.
   */
  put(folder: string, text: string): Promise<string | undefined>;
  /** Removes all files. */
  close(): Promise<void>;
}

/** Creates the registry. `now` returns milliseconds of a monotonic clock. */
export function createReadBack(now: () => number = () => performance.now()): ReadBack {
  const folders = new Set<string>();
  /** Time when each file was written, oldest first. */
  const files = new Map<string, number>();

  /** Makes room for another file. Returns false if every file may still be read. */
  const makeRoom = (): boolean => {
    for (const [file, at] of files) {
      if (files.size < MAX_FILES || now() - at < READ_MS) break;
      files.delete(file);
      void rm(file, { force: true }).catch(() => {});
    }
    return files.size < MAX_FILES;
  };

  return {
    async put(folder, text) {
      if (!isShownWhole(text) || !makeRoom()) return undefined;
      const file = path.join(folder, `${process.pid}-${randomBytes(8).toString('hex')}.txt`);
      files.set(file, now());
      if (!folders.has(folder)) {
        makeFolder(folder);
        await sweep(folder, Date.now() - LEFT_MS);
        folders.add(folder);
      }
      await writeFile(file, text, { mode: 0o600 });
      return file;
    },
    async close() {
      await Promise.all(Array.from(files.keys(), (file) => rm(file, { force: true }).catch(() => {})));
      for (const folder of folders) await rmdir(folder).catch(() => {});
    },
  };
}

function isShownWhole(text: string): boolean {
  const lines = text.split('\n');
  return !text.includes('\0') && lines.length <= MAX_LINES && lines.every((line) => line.length <= MAX_LINE);
}

/**
 * Removes files left behind by killed servers. Recognized by age, because servers in other containers have unknown
 * pids.
 */
async function sweep(folder: string, before: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^\d+-[\da-f]+\.txt$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: before }));
      if (mtimeMs < before) await rm(file, { force: true }).catch(() => {});
    }),
  );
}
