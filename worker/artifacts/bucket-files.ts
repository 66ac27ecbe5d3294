import { type FileHandle, open } from 'node:fs/promises';
import type { Bucket, BucketPart } from './bucket.ts';

/** Bytes of a part; a file has at most 10,000. */
const PART_BYTES = 16 * 1024 * 1024;

/** Copies a file into a bucket. Nothing is there under `key` before the whole file is. Rejects with a `BucketError`. */
export async function storeFile(bucket: Bucket, key: string, file: string): Promise<void> {
  const source = await open(file);
  try {
    const { size } = await source.stat();
    const upload = await bucket.createMultipartUpload(key);
    try {
      const parts: BucketPart[] = [];
      for (let at = 0; at < size; at += PART_BYTES)
        parts.push(
          await upload.uploadPart(parts.length + 1, await bytesAt(source, at, Math.min(PART_BYTES, size - at))),
        );
      await upload.complete(parts);
    } catch (error) {
      await upload.abort().catch(() => {});
      throw error;
    }
  } finally {
    await source.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(length), position });
  if (bytesRead < length) throw new Error('the file became shorter while it was read');
  return buffer;
}

/** Copies an object of a bucket into a new file. False if there is none. Rejects with a `BucketError`. */
export async function fetchFile(bucket: Bucket, key: string, file: string): Promise<boolean> {
  const target = await open(file, 'w', 0o600);
  try {
    for (let offset = 0; ; ) {
      const object = await bucket.get(key, { range: { offset, length: PART_BYTES } });
      // After the last whole part there is nothing.
      if (object === null) return offset > 0;
      const bytes = new Uint8Array(await object.arrayBuffer());
      await target.writeFile(bytes);
      offset += bytes.length;
      if (bytes.length > PART_BYTES) throw new Error('the service ignores ranges');
      if (bytes.length < PART_BYTES) return true;
    }
  } finally {
    await target.close();
  }
}
