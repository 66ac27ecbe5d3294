import type { Bucket, BucketPart } from '../../../worker/artifacts/bucket.ts';

/** The used part of R2 in memory, with R2's limits. `fail` names the next calls that fail. */
export interface MemoryBucket extends Bucket {
  readonly objects: Map<string, Uint8Array>;
  /** Calls so far, with sizes. */
  readonly calls: string[];
  readonly fail: Set<string>;
}

const MIN_PART = 5 * 1024 * 1024;

export function createMemoryBucket(): MemoryBucket {
  const objects = new Map<string, Uint8Array>();
  const calls: string[] = [];
  const fail = new Set<string>();
  const called = (name: string, what: string | number): void => {
    calls.push(`${name} ${what}`);
    if (fail.has(name)) throw new Error(`${name}: internal error (10001)`);
  };
  return {
    objects,
    calls,
    fail,
    async put(key, value) {
      called('put', value.length);
      objects.set(key, value.slice());
    },
    async get(key, { range: { offset, length } }) {
      called('get', `${offset}+${length}`);
      const part = objects.get(key)?.slice(offset, offset + length);
      return part === undefined ? null : { arrayBuffer: async () => part.buffer as ArrayBuffer };
    },
    async delete(keys) {
      called('delete', keys.length);
      if (keys.length > 1000) throw new Error('more than 1,000 keys');
      for (const key of keys) objects.delete(key);
    },
    async createMultipartUpload(key) {
      called('create', key.replace(/[0-9a-f]{32}/, '<id>'));
      const parts: Uint8Array[] = [];
      return {
        async uploadPart(n, value): Promise<BucketPart> {
          called('part', value.length);
          parts[n - 1] = value.slice();
          return { partNumber: n, etag: `etag ${n}` };
        },
        async complete(list) {
          called('complete', list.length);
          const sizes = parts.slice(0, -1).map(({ length }) => length);
          if (sizes.some((size) => size < MIN_PART || size !== sizes[0])) throw new Error('parts of other sizes');
          objects.set(key, new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer()));
        },
        async abort() {
          called('abort', key.replace(/[0-9a-f]{32}/, '<id>'));
        },
      };
    },
  };
}
