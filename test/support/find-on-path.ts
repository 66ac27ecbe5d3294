import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of a program on PATH; undefined if there is none. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
