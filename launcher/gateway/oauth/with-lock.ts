import { open, rm, stat } from 'node:fs/promises';
import { errnoOf } from '../../artifacts/file-fault.ts';
import type { Timers } from '../../process/timers.ts';

/** Milliseconds between two looks at a lock that another holds. */
const LOOK_MS = 10;
/** A lock that is older was left by a process that is gone: none is held for longer than a write takes. */
const STALE_MS = 10_000;
/** How long another's lock is waited for, in milliseconds. */
const WAIT_MS = 15_000;

/** Does something while no other process that takes the same lock file does. */
export async function withLock<T>(lock: string, timers: Timers, run: () => Promise<T>): Promise<T> {
  const start = timers.now();
  while (!(await taken(lock))) {
    if (timers.now() - start > WAIT_MS)
      throw new Error(`cannot lock ${JSON.stringify(lock)}: another process holds it`);
    await removeStale(lock);
    await new Promise<void>((resolve) => void timers.after(LOOK_MS, resolve));
  }
  try {
    return await run();
  } finally {
    await rm(lock, { force: true }).catch(() => {});
  }
}

async function taken(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    // Windows refuses a file that is just being removed.
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'EPERM') return false;
    throw new Error(`cannot lock ${JSON.stringify(lock)}: ${errnoOf(error) ?? 'an unknown fault'}`);
  }
}

async function removeStale(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > STALE_MS) await rm(lock, { force: true }).catch(() => {});
}
