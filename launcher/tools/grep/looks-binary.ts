import { closeSync, constants, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;
/** Takes some ten milliseconds to read. */
const MAX_BYTES = 16 * CHUNK_BYTES;

/**
 * True if the first 16 MiB of a file contain a NUL, except for UTF-16 with a byte order mark, which ripgrep reads as
 * text. Needed only for the file in which a search was stopped, since engines report binary files at their end.
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
    return false; // The file is gone or unreadable by now. The engine read it as text so far.
  }
}
