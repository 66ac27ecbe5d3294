import type { ProcessEntry } from './process-entry.ts';
import { processTable } from './process-table.ts';

let scanning: Promise<readonly ProcessEntry[]> | undefined;
let following: Promise<readonly ProcessEntry[]> | undefined;

/**
 * Returns a process table whose scan started after the call, so that it contains every process started before.
 * Concurrent callers share scans, so ending fifty trees takes no more scans than ending one.
 */
export function freshTable(): Promise<readonly ProcessEntry[]> {
  if (scanning === undefined) return scan();
  following ??= scanning.then(next, next);
  return following;
}

function next(): Promise<readonly ProcessEntry[]> {
  following = undefined;
  return scan();
}

function scan(): Promise<readonly ProcessEntry[]> {
  const own = processTable().finally(() => {
    if (scanning === own) scanning = undefined;
  });
  scanning = own;
  return own;
}
