import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { replaceFileSync } from '../../platform/files/replace-file.ts';
import { watchOnDisk } from '../config/watch-config.ts';
import { statusFolder } from './status-file.ts';

const nameOf = (pid: number): string => `${pid}.restart-`;

/** Asks a launcher to restart one of its servers. Returns the request's file, which the launcher removes. */
export function requestRestart(home: string, pid: number, server: string): string {
  const file = path.join(statusFolder(home), `${nameOf(pid)}${randomUUID()}`);
  replaceFileSync(file, JSON.stringify(server));
  return file;
}

export interface WatchRestartsOptions {
  readonly home: string;
  readonly pid: number;
  readonly onRestart: (server: string) => void;
}

/** Watches for requests to this launcher. Returns a function that stops watching. */
export function watchRestarts(options: WatchRestartsOptions): () => void {
  const { home, pid, onRestart } = options;
  const folder = statusFolder(home);
  const read = (): void => {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(nameOf(pid)) || name.endsWith('.part')) continue;
      const file = path.join(folder, name);
      const server = readOnce(file);
      if (server !== undefined) onRestart(server);
    }
  };
  makeFolder(folder);
  return watchOnDisk(folder, (name) => (name === null || name.startsWith(nameOf(pid)) ? read() : undefined));
}

function readOnce(file: string): string | undefined {
  try {
    const server: unknown = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return typeof server === 'string' ? server : undefined;
  } catch {
    // It was read after an earlier event, or is not a valid request.
    return undefined;
  }
}
