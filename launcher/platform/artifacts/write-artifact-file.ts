import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { artifactBlocks } from '../../../src/artifacts/artifact-blocks.ts';
import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import { createArtifactId } from '../../../src/artifacts/artifact-id.ts';
import type { NewArtifact } from '../../../src/artifacts/artifact-store.ts';
import { releaseBytes } from '../../../src/text/release-bytes.ts';
import { encodeFooter, type StoredBlock } from './artifact-footer.ts';
import { packBlock } from './block-codec.ts';
import { toFileFault } from './file-fault.ts';
import { endPart, newPartName } from './part-file.ts';
import { type StoredArtifact, toStoredArtifact } from './stored-artifact.ts';

export interface ArtifactTarget {
  readonly folder: string;
  /** Resolves when the folder exists and is accessible only to its owner. */
  readonly isReady: Promise<void>;
  /** Max bytes of the body. */
  readonly maxBytes: number;
  readonly ttlMs: number;
  /** Returns the time of the put, in milliseconds since 1970. Called once the entire body is available. */
  readonly now: () => number;
  /** Returns the timestamp of the last use, i.e. of this put. */
  readonly stamp: () => number;
}

/** Max blocks to write at once, since each write is awaited. */
const AT_ONCE = 8;

/** Latest timestamp that fits into a file's name. */
const LATEST = 1e15 - 1;

/**
 * Writes an artifact's file under a temporary name, then renames it. Rejects with an `ArtifactError`, or with the
 * body's error, after removing the temporary file. A body of a few blocks does not touch the disk before it is
 * confirmed.
 *
 * The file is not synced. If the process is killed, nothing that it has passed to the system is lost. After a power
 * loss a file may be incomplete; its hashes reveal that, and it is not served.
 */
export async function writeArtifactFile(
  { domain, mimeType, body, confirmed }: NewArtifact,
  { folder, isReady, maxBytes, ttlMs, now, stamp }: ArtifactTarget,
): Promise<StoredArtifact> {
  const naming = createArtifactId(domain);
  const name = newPartName();
  const part = path.join(folder, name);
  const blocks: StoredBlock[] = [];
  const waiting: Uint8Array[] = [];
  let file: FileHandle | undefined;
  let isOnDisk = false;
  let bytes = 0;
  const onDisk = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw toFileFault('store an artifact', folder, error);
    }
  };
  const opened = async (): Promise<FileHandle> => {
    await isReady;
    file ??= await onDisk(open(part, 'wx', 0o600));
    isOnDisk = true;
    return file;
  };
  try {
    for await (const block of artifactBlocks(body)) {
      bytes += block.length;
      if (bytes > maxBytes) {
        throw new ArtifactError('too_large', `store an artifact: it is larger than ${maxBytes} bytes`);
      }
      const packing = packBlock(block);
      await naming.add(block);
      const packed = await packing;
      blocks.push(packed.stored);
      waiting.push(packed.bytes);
      if (packed.bytes !== block) releaseBytes(block);
      if (waiting.length < AT_ONCE) continue;
      await onDisk(writeAll(await opened(), waiting));
      for (const written of waiting.splice(0)) releaseBytes(written);
    }
    const id = await naming.finish();
    await confirmed;
    const createdAt = Math.trunc(now());
    const expiresAt = Math.min(Math.trunc(createdAt + ttlMs), LATEST);
    const artifact = toStoredArtifact({ domain, id, bytes, createdAt, expiresAt });
    const whole = await opened();
    await onDisk(finish(whole, [...waiting, encodeFooter(artifact, { mimeType, blocks })], stamp()));
    file = undefined;
    await onDisk(rename(part, path.join(folder, artifact.name)));
    return artifact;
  } catch (error) {
    await file?.close().catch(() => {});
    if (isOnDisk) await rm(part, { force: true }).catch(() => {});
    throw error;
  } finally {
    endPart(name);
  }
}

/** Writes all parts with one system call, or with more if it writes only some of them. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
}

async function finish(file: FileHandle, rest: readonly Uint8Array[], at: number): Promise<void> {
  await writeAll(file, rest);
  await file.utimes(at / 1000, at / 1000);
  await file.close();
}
