import { closeSync, constants, openSync, readSync } from 'node:fs';
import { utf16Of } from '../../platform/text/text-encoding.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Max bytes to search, which takes some ten milliseconds. */
const MAX_BYTES = 16 * CHUNK_BYTES;

/**
 * Returns the offset of the first NUL in the first 16 MiB of a file, in bytes; undefined if there is none, or if it is
 * UTF-16. It is needed only if the engine does not report it: for the file in which a search was stopped, and always
 * for `grep`.
 */
export function firstNul(path: Buffer): number | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let at = 0; at < MAX_BYTES; ) {
        const bytes = chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, at));
        if (bytes.length === 0 || (at === 0 && utf16Of(bytes) !== undefined)) return undefined;
        const found = bytes.indexOf(0);
        if (found >= 0) return at + found;
        at += bytes.length;
      }
      return undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined; // The file is gone or unreadable by now. The engine read it as text so far.
  }
}
