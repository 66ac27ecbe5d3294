import { readFile, stat } from 'node:fs/promises';

/** Longer files are not read, in bytes: one has to be held in memory as a whole. */
export const MAX_BYTES: number = 32 * 1024 * 1024;

/** Reads a whole file. Rejects for one that is too large, and for a device or a named pipe, which may never end. */
export async function readText(file: string, signal: AbortSignal): Promise<string> {
  const about = await stat(file);
  if (!about.isFile()) throw new Error(`cannot read "${file}": it is no file`);
  if (about.size > MAX_BYTES) throw new Error(`cannot read "${file}": ${about.size} bytes, ${MAX_BYTES} are allowed`);
  return await readFile(file, { encoding: 'utf8', signal });
}
