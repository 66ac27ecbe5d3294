import { chmodSync } from 'node:fs';
import path from 'node:path';
import { toSqlError } from '../../src/storage/sql-error.ts';
import type { SqliteHandle } from '../../src/storage/sqlite-driver.ts';

const FILE = 'worker.lock';

/**
 * Locks a folder for this process, since each worker counts quotas and rates in its own memory. The lock is SQLite's,
 * on an empty file: the system releases it when the process ends, for any reason. Throws if another worker has the
 * lock.
 */
export function lockFolder(folder: string, open: (file: string) => SqliteHandle): SqliteHandle {
  const file = path.join(folder, FILE);
  const lock = open(file);
  try {
    // Avoids a journal file, which would have another mode.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    // Changes the mode by path: if this process closed a descriptor of the file, the lock would be released.
    chmodSync(file, 0o600);
    return lock;
  } catch (error) {
    lock.close();
    throw toSqlError(error).code === 'busy' ? inUse(folder) : error;
  }
}

function inUse(folder: string): Error {
  return new Error(
    `cannot use the folder "${folder}": another worker uses it; stop that one, or choose another folder (--data, on Deno PRUNER_DATA_DIR)`,
  );
}
