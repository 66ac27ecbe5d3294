import { readdirSync } from 'node:fs';

/** Returns the names of the files in a folder; none if it does not exist or cannot be read. */
export function fileNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
