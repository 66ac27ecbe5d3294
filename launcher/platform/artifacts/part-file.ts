import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from '../process/is-alive.ts';
import { sha256Hex } from '../sha256.ts';

const NAME = /^\.part-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}$/;
/** Age after which a part file counts as left behind by a dead writer on any machine, in milliseconds (one day). */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Names of files that this process is writing. */
const written = new Set<string>();

/** Returns a new name for a file being written. It identifies the writing process and its machine. */
export function newPartName(): string {
  const name = `.part-${thisHost()}-${process.pid}-${randomBytes(8).toString('hex')}`;
  written.add(name);
  return name;
}

/** Call when the file has its final name, or is gone. */
export function endPart(name: string): void {
  written.delete(name);
}

/** True if a name belongs to a file whose writer has died before renaming it. */
export async function isLeftPart(folder: string, name: string): Promise<boolean> {
  const [, host, pid] = NAME.exec(name) ?? [];
  if (pid === undefined || written.has(name)) return false;
  if (host === thisHost() && !isAlive(Number(pid))) return true;
  // It belongs to another machine, or another process has the pid now. Modification times use the real clock.
  const stats = await lstat(path.join(folder, name)).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS;
}

let host: string | undefined;
// Containers that share a folder have different host names, and their own pids.
function thisHost(): string {
  host ??= sha256Hex(hostname(), 8);
  return host;
}
