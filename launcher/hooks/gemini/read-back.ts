import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '../../process/is-alive.ts';

/** Files that may wait to be read at once: the host calls tools side by side. */
const MAX_FILES = 8;
/** Lines, and UTF-16 units of a line, that the host's tool shows; it cuts more. */
const MAX_LINES = 2000;
const MAX_LINE = 2000;

/** Texts in files that the host's own tool reads, of this process alone; each stays until a few others were put. */
export interface ReadBack {
  /** Writes a text into a folder, and resolves to the file; undefined if the host would not show it as it is. */
  put(folder: string, text: string): Promise<string | undefined>;
  /** Removes the files. */
  close(): Promise<void>;
}

export function createReadBack(pid: number = process.pid): ReadBack {
  const folders = new Set<string>();
  let puts = 0;
  const fileOf = (folder: string, at: number): string => path.join(folder, `${pid}-${at % MAX_FILES}.txt`);
  return {
    async put(folder, text) {
      if (!isShownWhole(text)) return undefined;
      const file = fileOf(folder, puts++);
      if (!folders.has(folder)) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await sweep(folder);
        folders.add(folder);
      }
      await writeFile(file, text, { mode: 0o600 });
      return file;
    },
    async close() {
      for (const folder of folders) {
        const files = Array.from({ length: MAX_FILES }, (_, at) => fileOf(folder, at));
        await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
        await rmdir(folder).catch(() => {});
      }
    },
  };
}

function isShownWhole(text: string): boolean {
  const lines = text.split('\n');
  return !text.includes('\0') && lines.length <= MAX_LINES && lines.every((line) => line.length <= MAX_LINE);
}

/** Removes what servers that were killed have left. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  const gone = names.filter((name) => /^\d+-\d\.txt$/.test(name) && !isAlive(Number.parseInt(name, 10)));
  await Promise.all(gone.map((name) => rm(path.join(folder, name), { force: true })));
}
