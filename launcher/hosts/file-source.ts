import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { SessionSource } from './recordings.ts';

/** Chunk size in bytes. Larger chunks are not faster, and take more memory. */
const CHUNK = 64 * 1024;

/** Returns a file as a session source; undefined for anything that is not a regular file. */
export async function fileSource(place: string): Promise<SessionSource | undefined> {
  const about = await stat(place).catch(() => undefined);
  if (about === undefined || !about.isFile()) return undefined;
  return { place, changedAt: about.mtimeMs, bytes: about.size, open: (signal) => read(place, signal) };
}

/** Reads the file up to its size at opening. Otherwise a file that grows as fast as it is read would never end. */
async function* read(place: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { size } = await stat(place);
  // System files, such as message buffers, report size 0, and reading them may block.
  if (size > 0) yield* createReadStream(place, { highWaterMark: CHUNK, signal, end: size - 1 });
}
