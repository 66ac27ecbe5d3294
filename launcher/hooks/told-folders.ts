import { putNewest } from '../../src/session-memory/put-newest.ts';
import type { ToldFolder } from '../hosts/host-hooks.ts';

/** Folders in which agents make calls of our tools, as told by a host's hook just before each call. */
export interface ToldFolders {
  add(told: ToldFolder): void;
  /** Returns the folder of a call, by its `_meta`, in which the host names the call as in its hook. */
  of(meta: unknown): string | undefined;
}

/** A hook comes right before its call, so only calls side by side have to be kept apart. */
const MAX_CALLS = 64;

export function createToldFolders(): ToldFolders {
  const folders = new Map<unknown, string>();
  return {
    add({ call, folder }) {
      putNewest(folders, call, folder, MAX_CALLS);
    },
    of(meta) {
      const call = Object.values(meta ?? {}).find((value) => folders.has(value));
      return folders.get(call);
    },
  };
}
