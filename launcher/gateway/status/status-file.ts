import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LauncherStatus, ServerStatus } from './server-status.ts';

/** Where each launcher that runs says how its servers are: one file a process, for its owner alone. */
export function statusFolder(home: string): string {
  return path.join(home, 'run');
}

/** Writes a launcher's status; at once, since a process that ends cannot wait. Throws nothing: it is for display. */
export function writeStatus(home: string, status: LauncherStatus): void {
  const file = fileOf(home, status.pid);
  try {
    mkdirSync(statusFolder(home), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.part`, JSON.stringify(status), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch {
    // A full or read-only disk: `mcp status` shows what there is.
  }
}

export function removeStatus(home: string, pid: number): void {
  try {
    rmSync(fileOf(home, pid), { force: true });
  } catch {
    // The next one who reads finds that the process is gone.
  }
}

/** The launchers that run; what dead ones have left goes. */
export function readStatuses(home: string): readonly LauncherStatus[] {
  return namesIn(statusFolder(home)).flatMap((name) => {
    const status = read(path.join(statusFolder(home), name));
    if (status === undefined) return [];
    if (isRunning(status.pid)) return [status];
    removeStatus(home, status.pid);
    return [];
  });
}

function fileOf(home: string, pid: number): string {
  return path.join(statusFolder(home), `${pid}.json`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function read(file: string): LauncherStatus | undefined {
  try {
    const status = JSON.parse(readFileSync(file, 'utf8')) as LauncherStatus | null;
    return isStatus(status) ? status : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is what we write: of another it is not known what to show. */
function isStatus(status: LauncherStatus | null): status is LauncherStatus {
  const isServer = (server: unknown): boolean => typeof (server as ServerStatus | null)?.name === 'string';
  return typeof status?.pid === 'number' && Array.isArray(status.servers) && status.servers.every(isServer);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
