import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileNames } from '../../platform/files/file-names.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { replaceFileSync } from '../../platform/files/replace-file.ts';
import { isAlive } from '../../platform/process/is-alive.ts';
import type { LauncherStatus, ServerStatus } from './server-status.ts';

/**
 * Returns the folder in which each running launcher writes the state of its servers, one file per process, readable by
 * its owner only.
 */
export const statusFolder = (home: string): string => path.join(home, 'run');

/**
 * Writes a launcher's status synchronously, because an exiting process cannot wait. Never throws, because it is only
 * for display.
 */
export function writeStatus(home: string, status: LauncherStatus): void {
  const file = fileOf(home, status.pid);
  try {
    makeFolder(statusFolder(home));
    replaceFileSync(file, JSON.stringify(status));
  } catch {
    // The disk is full or read-only. `mcp status` shows the old state.
  }
}

export function removeStatus(home: string, pid: number): void {
  try {
    rmSync(fileOf(home, pid), { force: true });
  } catch {
    // The next reader notices that the process is gone.
  }
}

/** Returns the running launchers. Removes the files of dead ones. */
export function readStatuses(home: string): readonly LauncherStatus[] {
  const names = fileNames(statusFolder(home)).filter((name) => /^\d+\.json$/.test(name));
  return names.flatMap((name) => {
    const status = read(path.join(statusFolder(home), name));
    if (status === undefined) return [];
    if (isAlive(status.pid)) return [status];
    removeStatus(home, status.pid);
    return [];
  });
}

const fileOf = (home: string, pid: number): string => path.join(statusFolder(home), `${pid}.json`);

function read(file: string): LauncherStatus | undefined {
  try {
    const status = JSON.parse(readFileSync(file, 'utf8')) as LauncherStatus | null;
    return isStatus(status) ? status : undefined;
  } catch {
    return undefined;
  }
}

/** True if a status has the expected shape; others cannot be displayed. */
function isStatus(status: LauncherStatus | null): status is LauncherStatus {
  const isServer = (server: unknown): boolean => typeof (server as ServerStatus | null)?.name === 'string';
  return typeof status?.pid === 'number' && Array.isArray(status.servers) && status.servers.every(isServer);
}
