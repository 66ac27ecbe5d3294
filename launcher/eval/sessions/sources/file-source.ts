import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { SessionSource } from './session-source.ts';

/** Larger chunks are read no faster, and take more memory. */
const CHUNK = 64 * 1024;

/** Returns a file as a source of a session; undefined for anything but a file. */
export async function fileSource(place: string): Promise<SessionSource | undefined> {
  const about = await stat(place).catch(() => undefined);
  if (about === undefined || !about.isFile()) return undefined;
  return {
    place,
    changedAt: about.mtimeMs,
    bytes: about.size,
    open: (signal) => createReadStream(place, { highWaterMark: CHUNK, signal }),
  };
}
