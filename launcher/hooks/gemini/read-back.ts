import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Max files that wait to be read. The host calls tools side by side. */
const MAX_FILES = 64;
/** Milliseconds after which a file counts as read. */
const READ_MS = 60_000;
/** Milliseconds after which a file is one that a killed server has left, also if two clocks differ. */
const LEFT_MS = 60 * READ_MS;
/** Lines, and UTF-16 units of a line, that the host's tool shows; it cuts more. */
const MAX_LINES = 2000;
const MAX_LINE = 2000;

/** Texts in files that the host's own tool reads. Each file holds one text only, so a late read never gets another one. */
export interface ReadBack {
  /**
   * Writes a text into a folder, and resolves to the file. Undefined if the host would not show it as it is, or if too
   * many files wait.
   */
  put(folder: string, text: string): Promise<string | undefined>;
  /** Removes the files. */
  close(): Promise<void>;
}

/** `now` returns milliseconds of a clock that never goes back, `wall` since 1970. */
export function createReadBack(now: () => number = () => performance.now(), wall: () => number = Date.now): ReadBack {
  const folders = new Set<string>();
  /** When each file was put, the oldest first. */
  const files = new Map<string, number>();

  /** Makes room for one more; false if every file may still be read. */
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
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await sweep(folder, wall() - LEFT_MS);
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

/** Removes what servers that were killed have left. Their age tells: a server in another container has no number here. */
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
