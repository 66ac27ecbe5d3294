import { open } from 'node:fs/promises';
import { withoutTerminator } from './line-terminator.ts';

/** Bytes to show of a long line, before a match and from it on. */
const BEFORE = 200;
const FROM = 800;

/** Returns the text around byte `offset` of a file, within its line; undefined if the file can no longer be read. */
export async function windowAt(path: Buffer, offset: number): Promise<string | undefined> {
  const start = Math.max(0, offset - BEFORE);
  const bytes = Buffer.alloc(offset - start + FROM);
  try {
    const file = await open(path);
    try {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      const end = bytes.indexOf(10, offset - start);
      const from = bytes.lastIndexOf(10, Math.max(0, offset - start - 1)) + 1;
      const line = bytes.subarray(from, end < 0 || end > bytesRead ? bytesRead : end).toString();
      const text = withoutTerminator(line);
      // Drop characters that the window cuts in two at either end.
      return text.replaceAll(/^\ufffd{1,3}|\ufffd{1,3}$/g, '');
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
