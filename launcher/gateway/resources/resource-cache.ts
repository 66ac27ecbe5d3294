import type { JsonObject } from '../connection/server-connection.ts';
import type { ResourceOrigin } from './resource-uris.ts';

/** Contents of resources whose server says when they change. */
export interface ResourceCache {
  /** What was read since the server was asked to say so; undefined where that is not known. */
  get(origin: ResourceOrigin): JsonObject | undefined;
  /**
   * Notes a read; true from the second one on: then it is worth asking the server to tell of changes, before it is read.
   */
  isWanted(origin: ResourceOrigin): boolean;
  /** Reads are kept from now on, until the resource changes. */
  watch(origin: ResourceOrigin): void;
  /** It is being read: what is returned takes the contents, which count for nothing if it changes meanwhile. */
  reading(origin: ResourceOrigin): (contents: JsonObject) => void;
  /** The resource has changed; without a `uri`, or with the connection lost, all of that server's may have. */
  drop(server: string, uri?: string): void;
}

const MAX_ENTRIES = 100;
const MAX_BYTES = 1024 * 1024;

export function createResourceCache(): ResourceCache {
  const read = new Set<string>();
  /** By key: the contents, or undefined while it is watched and not read. */
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
    get: (origin) => watched.get(keyOf(origin)),
    isWanted(origin) {
      const key = keyOf(origin);
      if (read.has(key)) return true;
      read.add(key);
      trim(read);
      return false;
    },
    watch(origin) {
      watched.set(keyOf(origin), undefined);
      trim(watched);
    },
    reading(origin) {
      const key = keyOf(origin);
      const before = changes;
      return (contents) => {
        if (changes !== before || !watched.has(key)) return;
        if (JSON.stringify(contents).length <= MAX_BYTES) watched.set(key, contents);
      };
    },
    drop(server, uri) {
      changes++;
      if (uri !== undefined) {
        const key = keyOf({ server, uri });
        // Still watched, so that it is kept again when it is read.
        if (watched.has(key)) watched.set(key, undefined);
        return;
      }
      const prefix = keyOf({ server, uri: '' });
      for (const key of [...watched.keys()]) if (key.startsWith(prefix)) watched.delete(key);
    },
  };
}
