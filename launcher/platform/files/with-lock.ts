import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { errnoOf } from '../paths/errno-of.ts';
import { errnoWords } from '../paths/errno-words.ts';
import type { Timers } from '../timers.ts';

/** Poll interval while another process holds the lock, in milliseconds. */
const LOOK_MS = 10;
/** Time limits of a lock, in milliseconds. */
export interface LockTimes {
  /** Age above which a lock is considered left behind by a dead process. */
  readonly staleMs: number;
  /** Max time to wait for a lock. */
  readonly waitMs: number;
}

/** Limits of locks that are held for a single write. */
const OF_A_WRITE: LockTimes = { staleMs: 10_000, waitMs: 15_000 };

/**
 * Runs `run` while holding a lock file that excludes other processes. Throws if the lock cannot be taken, with the file
 * system's error as cause.
 */
export async function withLock<T>(
  lock: string,
  timers: Timers,
  run: () => Promise<T>,
  { staleMs, waitMs }: LockTimes = OF_A_WRITE,
): Promise<T> {
  const start = timers.now();
  const owner = randomUUID();
  while (!(await taken(lock, owner))) {
    if (timers.now() - start > waitMs) throw new Error(`cannot lock ${JSON.stringify(lock)}: another process holds it`);
    await removeStale(lock, staleMs);
    await new Promise<void>((resolve) => void timers.after(LOOK_MS, resolve));
  }
  try {
    return await run();
  } finally {
    // Remove only our own lock. If the machine slept, another process may have replaced ours as stale.
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    if (holder === owner) await rm(lock, { force: true }).catch(() => {});
  }
}

async function taken(lock: string, owner: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
  } catch (error) {
    // Windows reports EPERM for a file that is being removed.
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'EPERM') return false;
    throw new Error(`cannot lock ${JSON.stringify(lock)}: ${errnoWords(error)}`, { cause: error });
  }
  // If this fails (full disk), the lock becomes stale in time, like that of a killed process.
  await writeFile(lock, owner).catch(() => {});
  return true;
}

/**
 * Removes a stale lock while holding a second lock. Otherwise the slower of two processes could remove the new lock of
 * the faster one.
 */
async function removeStale(lock: string, staleMs: number): Promise<void> {
  if (!(await isStale(lock, staleMs))) return;
  const broom = `${lock}.stale`;
  try {
    await (await open(broom, 'wx', 0o600)).close();
  } catch {
    // The second lock was left by a process killed during cleanup.
    if (await isStale(broom, staleMs)) await rm(broom, { force: true }).catch(() => {});
    return;
  }
  try {
    if (await isStale(lock, staleMs)) await rm(lock, { force: true });
  } catch {
    // The caller's wait for the lock reports the problem.
  } finally {
    await rm(broom, { force: true }).catch(() => {});
  }
}

/** True if a lock is stale. A timestamp far in the future counts too, because the clock may have been set back. */
async function isStale(lock: string, staleMs: number): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > staleMs;
}
