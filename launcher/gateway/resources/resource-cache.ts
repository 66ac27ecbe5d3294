import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { ResourceOrigin } from './resource-uris.ts';

const MAX_ENTRIES = 100;
const MAX_BYTES = 1024 * 1024;

/** Cached contents of resources whose server reports changes. */
export function createResourceCache() {
  const read = new Set<string>();
  /** Contents by key. The value is undefined while a resource is watched but not read yet. */
  const watched = new Map<string, JsonObject | undefined>();
  let changes = 0;
  const keyOf = ({ server, uri }: ResourceOrigin): string => `${encodeURIComponent(server)} ${uri}`;
  const trim = (keys: { readonly size: number; delete(key: string): boolean; keys(): Iterable<string> }): void => {
    for (const key of keys.keys()) {
      if (keys.size <= MAX_ENTRIES) return;
      keys.delete(key);
    }
  };
  return {
    /** Returns contents read while watched; undefined if there are none. */
    get: (origin: ResourceOrigin): JsonObject | undefined => watched.get(keyOf(origin)),
    /** Records a read. Returns true from the second one on, when it is worth subscribing to changes before reading. */
    isWanted(origin: ResourceOrigin): boolean {
      const key = keyOf(origin);
      if (read.has(key)) return true;
      read.add(key);
      trim(read);
      return false;
    },
    /** Caches reads from now on, until the resource changes. */
    watch(origin: ResourceOrigin): void {
      watched.set(keyOf(origin), undefined);
      trim(watched);
    },
    /** Call before a read. The returned function stores the contents, unless the resource changed in the meantime. */
    reading(origin: ResourceOrigin): (contents: JsonObject) => void {
      const key = keyOf(origin);
      const before = changes;
      return (contents) => {
        if (changes !== before || !watched.has(key)) return;
        if (JSON.stringify(contents).length <= MAX_BYTES) watched.set(key, contents);
      };
    },
    /**
     * Call when the resource has changed. Without a `uri`, or after a lost connection, all resources of the server may
     * have changed.
     */
    drop(server: string, uri?: string): void {
      changes++;
      if (uri !== undefined) {
        const key = keyOf({ server, uri });
        // Still watched, so that the next read is cached again.
        if (watched.has(key)) watched.set(key, undefined);
        return;
      }
      const prefix = keyOf({ server, uri: '' });
      for (const key of [...watched.keys()]) if (key.startsWith(prefix)) watched.delete(key);
    },
  };
}
