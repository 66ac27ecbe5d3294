import type { ProcessEntry } from './process-entry.ts';
import { readProc } from './read-proc.ts';
import { readPs } from './read-ps.ts';

/**
 * Every process that runs now; those that ended and only wait to be collected by their parents are not listed. Rejects
 * where the system has no account of them that is read here: Windows ends trees by itself.
 */
export async function processTable(platform: NodeJS.Platform = process.platform): Promise<readonly ProcessEntry[]> {
  if (platform === 'linux') return readProc();
  if (platform === 'win32') throw new Error('Windows has no process groups');
  return await readPs();
}
