import { randomUUID } from 'node:crypto';
import { readProcFile } from './read-proc-file.ts';

/**
 * The variable that every child carries, with a value of its own. Descendants inherit it, so that one which left the
 * process group by `setsid` is found even after its parents ended and nothing else ties it to the call.
 */
export const MARKER_VARIABLE = 'MCP_PRUNER_CALL';

const PREFIX = `${MARKER_VARIABLE}=`;

/**
 * A value for a child. It begins with the one that this process bears itself: whoever ends a server by its marker ends
 * what the server had started as well, were it killed before it could.
 */
export function newMarker(own: string | undefined = process.env[MARKER_VARIABLE]): string {
  const marker = randomUUID();
  return own === undefined || own === '' ? marker : `${own}/${marker}`;
}

/** Whether a process with `marker` was started with `tree`'s, or by one that was. */
export function isMarkedBy(tree: string, marker: string | undefined): boolean {
  return marker !== undefined && (marker === tree || marker.startsWith(`${tree}/`));
}

/** The marker that a process was started with, on Linux; `undefined` where it has none, or is another user's. */
export async function markerOf(pid: number): Promise<string | undefined> {
  try {
    const environment = await readProcFile(`/proc/${pid}/environ`);
    const found = environment.split('\0').find((entry) => entry.startsWith(PREFIX));
    return found?.slice(PREFIX.length);
  } catch {
    return undefined;
  }
}
