import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { SessionSource } from './session-source.ts';

/** Larger chunks are read no faster, and take more memory. */
const CHUNK = 64 * 1024;

/** Returns a file as a source of a session; undefined for anything but a file. */
export async function fileSource(place: string): Promise<SessionSource | undefined> {
  const about = await stat(place).catch(() => undefined);
  if (about === undefined || !about.isFile()) return undefined;
  return { place, changedAt: about.mtimeMs, bytes: about.size, open: (signal) => read(place, signal) };
}

/** Reads what the file holds when it is opened: one that is written as fast as it is read would never end. */
async function* read(place: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { size } = await stat(place);
  // The system's own files, such as its message buffers, have no size and may be waited for.
  if (size > 0) yield* createReadStream(place, { highWaterMark: CHUNK, signal, end: size - 1 });
}
