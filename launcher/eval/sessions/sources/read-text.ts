import { readFile, stat } from 'node:fs/promises';

/** Max size of a file, in bytes, because it is held in memory. */
export const MAX_BYTES: number = 32 * 1024 * 1024;

/** Reads a file. Rejects if it is too large, and for a device or a named pipe, which may never end. */
export async function readText(file: string, signal: AbortSignal): Promise<string> {
  const about = await stat(file);
  if (!about.isFile()) throw new Error(`cannot read "${file}": it is no file`);
  if (about.size > MAX_BYTES) throw new Error(`cannot read "${file}": ${about.size} bytes, ${MAX_BYTES} are allowed`);
  return await readFile(file, { encoding: 'utf8', signal });
}
