import type { ProcessEntry } from './process-entry.ts';
import { readProc } from './read-proc.ts';
import { readPs } from './read-ps.ts';

/** Every process that runs now; those that ended and only wait to be collected by their parents are not listed. */
export function processTable(): Promise<readonly ProcessEntry[]> {
  return process.platform === 'linux' ? readProc() : readPs();
}
