import { randomUUID } from 'node:crypto';

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
  return tree !== '' && marker !== undefined && (marker === tree || marker.startsWith(`${tree}/`));
}

/** The marker in an environment as `/proc/PID/environ` has it; `undefined` where there is none. */
export function markerIn(environment: string): string | undefined {
  const found = environment.split('\0').find((entry) => entry.startsWith(PREFIX));
  return found?.slice(PREFIX.length);
}
