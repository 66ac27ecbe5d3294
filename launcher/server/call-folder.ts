import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventLog } from '../../src/base/events/event-log.ts';
import { inTime } from '../../src/base/in-time.ts';
import type { CallContext } from '../../src/mcp/calls/call-context.ts';
import type { ToldFolders } from '../hooks/told-folders.ts';
import { isInside } from '../platform/paths/resolve-inside.ts';
import { realFolder, type WorkFolder, workFolder } from '../platform/paths/work-folder.ts';
import type { Timers } from '../platform/timers.ts';

/** The folder of a call's agent. */
export interface CallFolder extends WorkFolder {
  /** The folder, if it is not the one in which the server was started. */
  readonly elsewhere?: string;
  /** True if the folder does not exist. */
  readonly isGone: boolean;
}

export interface FindFolderOptions {
  /** Real path of the folder in which the server was started. */
  readonly start: string;
  readonly told: Pick<ToldFolders, 'of'>;
  readonly timers: Timers;
  readonly log: EventLog;
}

/** Finds the folder of a call's agent. `hasRoots` is true if the client can be asked for its roots. */
export type FindFolder = (params: unknown, context: CallContext, hasRoots: boolean) => Promise<CallFolder>;

/** Max time for a client to report its roots, in milliseconds. It is short because no person is asked. */
const ROOTS_MS = 5000;

/**
 * Returns a function that finds the folder of a call's agent. This is the folder that a hook has reported for this very
 * call, otherwise the client's root, otherwise the folder in which the server was started. The client is asked for each
 * call, because Claude Code does not report that its roots have changed (2.1.332).
 */
export function createFindFolder({ start, told, timers, log }: FindFolderOptions): FindFolder {
  // If a client did not answer once, it is not waited for again.
  let isSilent = false;
  const rootOf = async ({ session, signal }: CallContext): Promise<string> => {
    if (isSilent) return start;
    const stop = new AbortController();
    try {
      const asked = session.request('roots/list', undefined, AbortSignal.any([signal, stop.signal]));
      const late = (): never => {
        isSilent = true;
        stop.abort(new Error('the client did not answer'));
        throw stop.signal.reason;
      };
      return chooseRoot(start, (await inTime(asked, ROOTS_MS, late, timers.after))['roots']);
    } catch (error) {
      signal.throwIfAborted();
      log('warn', 'roots.failed', { message: error instanceof Error ? error.message : String(error) });
      return start;
    }
  };
  return async (params, context, hasRoots) => {
    const { _meta } = (params ?? {}) as { readonly _meta?: unknown };
    const folder = told.of(_meta) ?? (hasRoots ? await rootOf(context) : start);
    const found = workFolder(start, folder);
    if (found === undefined) return { folder, root: folder, isGone: true };
    return { ...found, ...(found.folder !== start && { elsewhere: found.folder }), isGone: false };
  };
}

/** Returns `start` if it is inside one of the client's roots, or if there are none; otherwise the first one. */
function chooseRoot(start: string, roots: unknown): string {
  const folders = (Array.isArray(roots) ? roots : []).flatMap(
    (root: { readonly uri?: unknown } | null) => folderAt(root?.uri) ?? [],
  );
  const isThere = folders.some((folder) => isInside(realFolder(folder) ?? folder, start));
  return isThere ? start : (folders[0] ?? start);
}

/** Returns a root's folder, which may be gone; undefined for a file, or a path that cannot be on this machine. */
function folderAt(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !uri.startsWith('file:')) return undefined;
  try {
    const folder = fileURLToPath(uri);
    // The client runs on Windows, and this server in WSL or a container.
    if (path.sep === '/' && /^\/[A-Za-z]:/.test(folder)) return undefined;
    const isThere = (place: string) => statSync(place, { throwIfNoEntry: false })?.isDirectory();
    // A folder that is gone has left its parent. Otherwise the path is one of another machine.
    const isHere = isThere(folder) ?? isThere(path.dirname(folder)) ?? false;
    return isHere ? folder : undefined;
  } catch {
    return undefined;
  }
}
