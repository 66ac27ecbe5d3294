import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '../paths/errno-of.ts';
import { type ArtifactFooter, decodeFooter, footerLength, TRAILER_BYTES } from './artifact-footer.ts';
import { toFileFault } from './file-fault.ts';
import type { StoredArtifact } from './stored-artifact.ts';

/** An open file with a valid footer. */
export interface OpenedArtifact {
  readonly file: FileHandle;
  readonly footer: ArtifactFooter;
}

// Without O_NONBLOCK, opening a FIFO waits for a writer.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
/**
 * Bytes to read first from a file's end. Enough for the footer of an artifact of 15 MB, or for an entire small
 * artifact.
 */
const TAIL_BYTES = 8 * 1024;

/**
 * Opens an artifact's file, passes it to `use`, and closes it. Undefined if there is no file, or if it is a link, a
 * folder or of another format. Also undefined if it is damaged, which deletes it. `use` returns `'damaged'` to report
 * damage. Rejects with an `ArtifactError`.
 */
export async function withArtifactFile<T>(
  folder: string,
  artifact: StoredArtifact,
  use: (opened: OpenedArtifact) => Promise<T | 'damaged'>,
): Promise<T | undefined> {
  const file = await openFile(folder, artifact);
  if (file === undefined) return undefined;
  try {
    const footer = await readFooter(file, artifact);
    if (footer === 'foreign') return undefined;
    const used = footer === 'damaged' ? footer : await use({ file, footer });
    if (used !== 'damaged') return used;
    await rm(path.join(folder, artifact.name), { force: true }).catch(() => {});
    return undefined;
  } catch (error) {
    throw toFileFault('read an artifact', folder, error);
  } finally {
    await file.close().catch(() => {});
  }
}

/** Error codes for opening a name that is a link or a socket, or does not exist. */
const NO_FILE = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'ENXIO']);

async function openFile(folder: string, { name }: StoredArtifact): Promise<FileHandle | undefined> {
  try {
    return await open(path.join(folder, name), FLAGS);
  } catch (error) {
    if (NO_FILE.has(errnoOf(error) ?? '')) return undefined;
    throw toFileFault('open an artifact', folder, error);
  }
}

async function readFooter(file: FileHandle, artifact: StoredArtifact): Promise<ArtifactFooter | 'foreign' | 'damaged'> {
  const stats = await file.stat();
  if (!stats.isFile()) return 'foreign';
  const tail = await readBytes(file, Math.max(0, stats.size - TAIL_BYTES), Math.min(stats.size, TAIL_BYTES));
  const length = footerLength(tail.subarray(-TRAILER_BYTES));
  if (length === undefined) return 'foreign';
  const whole = length + TRAILER_BYTES;
  if (whole > stats.size) return 'damaged';
  const bytes = whole <= tail.length ? tail.subarray(-whole) : await readBytes(file, stats.size - whole, whole);
  const footer = decodeFooter(bytes, artifact);
  if (footer === undefined) return 'damaged';
  const blocks = footer.blocks.reduce((sum, block) => sum + block.length, 0);
  return blocks + whole === stats.size ? footer : 'damaged';
}

/** Reads bytes at an offset of a file; fewer if it ends before. */
export async function readBytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
