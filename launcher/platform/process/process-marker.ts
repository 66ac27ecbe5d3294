/**
 * Variable with a unique value for each child. Descendants inherit it, so that a descendant that left the process group
 * with `setsid` is found even after its parents exited.
 */
export const MARKER_VARIABLE = 'MCP_PRUNER_CALL';

const PREFIX = `${MARKER_VARIABLE}=`;

let made: string | undefined;

/**
 * Returns the marker that all markers of this process's children begin with. It begins with this process's own marker: if
 * another process kills a server by its marker, this also kills the children of that server, even if the server died
 * before it could kill them. Made on first use, because a start needs no random numbers, and loading them takes 4 ms.
 */
export function ownMarker(): string {
  made ??= newMarker(process.env[MARKER_VARIABLE] ?? '');
  return made;
}

/** Returns a marker for a child of a process with the marker `own`. */
export function newMarker(own: string | undefined = ownMarker()): string {
  const marker = crypto.randomUUID();
  return own === undefined || own === '' ? marker : `${own}/${marker}`;
}

/** True if a process with `marker` was started by `tree`, directly or indirectly. */
export function isMarkedBy(tree: string, marker: string | undefined): boolean {
  return tree !== '' && marker !== undefined && (marker === tree || marker.startsWith(`${tree}/`));
}

/** Returns the marker in an environment in the format of `/proc/PID/environ`; undefined if there is none. */
export function markerIn(environment: string): string | undefined {
  const found = environment.split('\0').find((entry) => entry.startsWith(PREFIX));
  return found?.slice(PREFIX.length);
}
