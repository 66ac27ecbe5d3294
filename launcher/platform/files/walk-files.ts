import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

const MAX_DEPTH = 16;
const PASSED_OVER = new Set(['node_modules', '.git']);

/**
 * Lists the files below a folder whose names match. Follows symbolic links, but enters no folder twice. Skips folders
 * that cannot be read.
 */
export async function* walkFiles(folder: string, matches: (file: string) => boolean): AsyncGenerator<string> {
  const entered = new Set<string>();
  const waiting = [{ folder, depth: 0 }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const real = await realpath(next.folder).catch(() => undefined);
    if (real === undefined || entered.has(real)) continue;
    entered.add(real);
    const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const place = path.join(next.folder, entry.name);
      const kind = entry.isSymbolicLink() ? await stat(place).catch(() => undefined) : entry;
      if (kind?.isFile() && matches(place)) yield place;
      else if (kind?.isDirectory() && next.depth < MAX_DEPTH && !PASSED_OVER.has(entry.name)) {
        waiting.push({ folder: place, depth: next.depth + 1 });
      }
    }
  }
}
