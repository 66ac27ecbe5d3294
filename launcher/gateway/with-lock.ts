import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { errnoOf } from '../paths/errno-of.ts';
import { errnoWords } from '../paths/errno-words.ts';
import type { Timers } from '../process/timers.ts';

/** Milliseconds between two looks at a lock that another holds. */
const LOOK_MS = 10;
/** Times of a lock, in milliseconds. */
export interface LockTimes {
  /** A lock that is older was left by a process that is gone. */
  readonly staleMs: number;
  /** The longest wait for another's lock. */
  readonly waitMs: number;
}

/** Times of locks that are held for one write. */
const OF_A_WRITE: LockTimes = { staleMs: 10_000, waitMs: 15_000 };

/**
 * Does something while no other process that takes the same lock file does. Where the lock cannot be taken it throws; the
 * file system's own error is the cause.
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
    // One that was taken for stale meanwhile (a machine that slept) is another's by now.
    const holder = await readFile(lock, 'utf8').catch(() => undefined);
    if (holder === owner) await rm(lock, { force: true }).catch(() => {});
  }
}

async function taken(lock: string, owner: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
  } catch (error) {
    // Windows refuses a file that is just being removed.
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'EPERM') return false;
    throw new Error(`cannot lock ${JSON.stringify(lock)}: ${errnoWords(error)}`, { cause: error });
  }
  // Where it cannot be written (a full disk) it goes stale, as that of a process that was killed.
  await writeFile(lock, owner).catch(() => {});
  return true;
}

/**
 * One process at a time looks and removes, under a lock of its own: else the slower of two would remove what the faster has
 * put in the stale one's place.
 */
async function removeStale(lock: string, staleMs: number): Promise<void> {
  if (!(await isStale(lock, staleMs))) return;
  const broom = `${lock}.stale`;
  try {
    await (await open(broom, 'wx', 0o600)).close();
  } catch {
    // Left by a process that was killed while it swept.
    if (await isStale(broom, staleMs)) await rm(broom, { force: true }).catch(() => {});
    return;
  }
  try {
    if (await isStale(lock, staleMs)) await rm(lock, { force: true });
  } catch {
    // The wait for it tells.
  } finally {
    await rm(broom, { force: true }).catch(() => {});
  }
}

/** Of a clock that was set back too: a lock of tomorrow is nobody's. */
async function isStale(lock: string, staleMs: number): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > staleMs;
}
