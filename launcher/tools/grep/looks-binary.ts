import { closeSync, constants, openSync, readSync } from 'node:fs';

const HEAD_BYTES = 65_536;

/**
 * Whether a file has a NUL in its first 64 KiB, UTF-16 with its mark aside, which ripgrep reads as text. Asked of the
 * one file that a stopped search was in the middle of, since the engine's own word comes only at a file's end.
 */
export function looksBinary(path: Buffer): boolean {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      const bytes = head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
      const mark = bytes.length >= 2 ? bytes.readUInt16LE(0) : 0;
      return mark !== 0xfeff && mark !== 0xfffe && bytes.includes(0);
    } finally {
      closeSync(file);
    }
  } catch {
    return false; // Gone or closed to us by now; the engine read it as text so far.
  }
}
