import { BLOCK_BYTES } from './artifact-blocks.ts';
import { type ArtifactRef, formatArtifactRef } from './artifact-ref.ts';
import {
  ARTIFACT_MAX_BYTES,
  ARTIFACT_TTL_MS,
  type ArtifactInfo,
  type ArtifactStore,
  type ByteRange,
} from './artifact-store.ts';
import { BodyReader } from './body-reader.ts';
import { fromListCursor, inOrder, LIST_DEFAULT, LIST_LIMIT, toListPage } from './list-cursor.ts';

export interface ArtifactStoreOptions {
  /** Milliseconds that an artifact is kept. Default: seven days. */
  readonly ttlMs?: number | undefined;
  /** Max bytes of all bodies together. Default: 100 MB. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

interface Held {
  readonly info: ArtifactInfo;
  readonly blocks: readonly Uint8Array[];
}

/** Keeps artifacts in memory; they are lost when the process ends. */
export function createMemoryArtifactStore(options: ArtifactStoreOptions = {}): ArtifactStore {
  const { ttlMs = ARTIFACT_TTL_MS, maxBytes = ARTIFACT_MAX_BYTES, now = Date.now } = options;
  // A Map iterates in insertion order: the first key is the least recently used.
  const held = new Map<string, Held>();
  let bytes = 0;

  const drop = (ref: string): boolean => {
    bytes -= held.get(ref)?.info.bytes ?? 0;
    return held.delete(ref);
  };
  const dropExpired = (): void => {
    for (const [ref, { info }] of held) if (now() >= info.expiresAt) drop(ref);
  };
  const find = (ref: ArtifactRef): Held | undefined => {
    const found = held.get(`ax://${ref.domain}/${ref.id}`);
    if (found === undefined || now() < found.info.expiresAt) return found;
    drop(found.info.ref);
    return undefined;
  };

  return {
    async put(artifact) {
      const reader = new BodyReader(artifact);
      const blocks: Uint8Array[] = [];
      for await (const block of reader.blocks(maxBytes)) blocks.push(block);
      const createdAt = now();
      const info = { ...(await reader.finish()), createdAt, expiresAt: createdAt + ttlMs };
      drop(info.ref);
      dropExpired();
      for (const oldest of held.keys()) {
        if (bytes + info.bytes <= maxBytes) break;
        drop(oldest);
      }
      held.set(info.ref, { info, blocks });
      bytes += info.bytes;
      return info;
    },
    info: async (ref) => find(ref)?.info,
    async read(ref, range) {
      const found = find(ref);
      if (found === undefined) return undefined;
      held.delete(found.info.ref);
      held.set(found.info.ref, found);
      return slice(found, range);
    },
    async list({ cursor, limit = LIST_DEFAULT } = {}) {
      const after = cursor === undefined ? undefined : fromListCursor(cursor);
      if (cursor !== undefined && after === undefined) return undefined;
      dropExpired();
      const all = [...held.values()].map(({ info }) => info).sort(inOrder);
      const rest = after === undefined ? all : all.filter((one) => inOrder(after, one) < 0);
      return toListPage(rest, Math.min(Math.max(1, limit), LIST_LIMIT));
    },
    remove: async (ref) => find(ref) !== undefined && drop(formatArtifactRef(ref)),
    async usage() {
      dropExpired();
      return { artifacts: held.size, bytes, maxBytes, ttlMs };
    },
  };
}

function slice({ info, blocks }: Held, { offset = 0, length = Infinity }: ByteRange = {}): Uint8Array {
  const from = Math.min(Math.max(0, offset), info.bytes);
  const to = Math.min(info.bytes, from + Math.max(0, length));
  const out = new Uint8Array(to - from);
  for (let at = from; at < to; ) {
    const block = blocks[Math.floor(at / BLOCK_BYTES)] as Uint8Array;
    const start = at % BLOCK_BYTES;
    const part = block.subarray(start, start + to - at);
    out.set(part, at - from);
    at += part.length;
  }
  return out;
}
