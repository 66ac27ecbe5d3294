import { readFile } from 'node:fs/promises';

/**
 * The variable that every child carries, with a value of its own. Descendants inherit it, so that one which left the
 * process group by `setsid` is found even after its parents ended and nothing else ties it to the call.
 */
export const MARKER_VARIABLE = 'MCP_PRUNER_CALL';

/** Whether a process was started with this marker. Only Linux tells; elsewhere the answer is no. */
export async function bearsMarker(pid: number, marker: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
    return environment.split('\0').includes(`${MARKER_VARIABLE}=${marker}`);
  } catch {
    return false; // It ended, or it is another user's.
  }
}
