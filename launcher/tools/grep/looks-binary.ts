import { closeSync, constants, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;
/** Read in some ten milliseconds. */
const MAX_BYTES = 16 * CHUNK_BYTES;

/**
 * True if a file has a NUL in its first 16 MiB, UTF-16 with its mark aside, which ripgrep reads as text. Asked of the
 * one file that a stopped search was in the middle of, since the engine's own word comes only at a file's end.
 */
export function looksBinary(path: Buffer): boolean {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let at = 0; at < MAX_BYTES; ) {
        const bytes = chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, at));
        const mark = at === 0 && bytes.length >= 2 ? bytes.readUInt16LE(0) : 0;
        if (mark === 0xfeff || mark === 0xfffe || bytes.length === 0) return false;
        if (bytes.includes(0)) return true;
        at += bytes.length;
      }
      return false;
    } finally {
      closeSync(file);
    }
  } catch {
    return false; // Gone or closed to us by now; the engine read it as text so far.
  }
}
