import { putNewest } from '../../src/session-memory/put-newest.ts';
import type { ToldFolder } from '../hosts/host-hooks.ts';

/** Folders in which agents call our tools, as reported by a host's hook just before each call. */
export type ToldFolders = ReturnType<typeof createToldFolders>;

/** Max calls to remember. A hook comes right before its call, so only concurrent calls must be distinguished. */
const MAX_CALLS = 64;

export function createToldFolders() {
  const folders = new Map<unknown, string>();
  return {
    add({ call, folder }: ToldFolder): void {
      putNewest(folders, call, folder, MAX_CALLS);
    },
    /** Returns the folder of a call. The host puts the same call id into the call's `_meta` as into its hook. */
    of(meta: unknown): string | undefined {
      const call = Object.values(meta ?? {}).find((value) => folders.has(value));
      return folders.get(call);
    },
  };
}
