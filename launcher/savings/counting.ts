import { readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../platform/files/make-folder.ts';

/** Max age of a mark, in milliseconds. An older mark was left by a process that was killed. */
const MAX_AGE_MS = 60_000;

const folderIn = (home: string): string => path.join(home, 'counting');

/**
 * Leaves a mark in MCP_PRUNER_HOME while records are counted, so that `stats` can report that more figures will follow.
 */
export async function whileCounting(home: string, count: () => Promise<void>): Promise<void> {
  const folder = folderIn(home);
  const mark = path.join(folder, String(process.pid));
  try {
    makeFolder(folder);
    await writeFile(mark, '', { mode: 0o600 });
  } catch {
    // If the mark cannot be written, the records are counted anyway.
  }
  try {
    await count();
  } finally {
    await rm(mark, { force: true }).catch(() => {});
    await rmdir(folder).catch(() => {});
  }
}

/** True if a process is counting records. */
export async function isCounting(home: string, now: number): Promise<boolean> {
  const folder = folderIn(home);
  const marks = await readdir(folder).catch(() => []);
  const made = await Promise.all(marks.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
  return made.some((stats) => stats !== undefined && now - stats.mtimeMs < MAX_AGE_MS);
}
