import type { ProcessEntry } from './process-entry.ts';
import { readProc } from './read-proc.ts';
import { readPs } from './read-ps.ts';

/** Lists all running processes, without zombies. Rejects on Windows, which kills trees by other means. */
export async function processTable(platform: NodeJS.Platform = process.platform): Promise<readonly ProcessEntry[]> {
  if (platform === 'linux') return readProc();
  if (platform === 'win32') throw new Error('Windows has no process groups');
  return await readPs();
}
