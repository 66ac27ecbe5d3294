import type { ArtifactInfo, ArtifactStore } from '../artifact-store.ts';

/** Bytes that are read a range at a time. */
export interface ByteSource {
  readonly bytes: number;
  /** What lies beyond the end is left out. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** The bytes of an artifact. `gone` makes the error for one that vanishes while it is read. */
export function storedSource(store: ArtifactStore, info: ArtifactInfo, gone: () => Error): ByteSource {
  return {
    bytes: info.bytes,
    async read(offset, length) {
      const bytes = await store.read(info, { offset, length });
      if (bytes === undefined) throw gone();
      return bytes;
    },
  };
}

/** A text's UTF-8. */
export function textSource(text: string): ByteSource {
  const all = new TextEncoder().encode(text);
  return { bytes: all.length, read: async (offset, length) => all.subarray(offset, offset + length) };
}
