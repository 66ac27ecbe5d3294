import type { ArtifactInfo, ArtifactStore } from '../../artifacts/artifact-store.ts';

/** Bytes that are read in ranges. */
export interface ByteSource {
  readonly bytes: number;
  /** Ignores anything past the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Reads the bytes of an artifact. `gone` creates the error if the artifact vanishes while being read. */
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

/** Serves a text as UTF-8. */
export function textSource(text: string): ByteSource {
  const all = new TextEncoder().encode(text);
  return { bytes: all.length, read: async (offset, length) => all.subarray(offset, offset + length) };
}
