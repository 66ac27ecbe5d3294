import { createHash, randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

const NAME = /^\.part-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}$/;
/** Milliseconds without a write after which a part is a dead writer's wherever that ran: a day. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Files that this process writes now. */
const written = new Set<string>();

/** A new name for a file that is being written; it says which process of which machine writes it. */
export function newPartName(): string {
  const name = `.part-${thisHost()}-${process.pid}-${randomBytes(8).toString('hex')}`;
  written.add(name);
  return name;
}

/** The file has another name now, or is gone. */
export function endPart(name: string): void {
  written.delete(name);
}

/** Whether a name is of a file whose writer has ended without giving it its own name. */
export async function isLeftPart(folder: string, name: string): Promise<boolean> {
  const [, host, pid] = NAME.exec(name) ?? [];
  if (pid === undefined || written.has(name)) return false;
  if (host === thisHost() && !runs(Number(pid))) return true;
  // Another machine's, or the process id may have gone to another process. The time of a write is the real clock's.
  const stats = await lstat(path.join(folder, name)).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS;
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

let host: string | undefined;
// Containers that share a folder have names of their own, and their own process ids.
function thisHost(): string {
  host ??= createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  return host;
}
