import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IGNORE_FILE } from '../../src/text/hook-notice.ts';
import { NOTHING_IGNORED, type ProjectIgnore, toProjectIgnore } from '../../src/unasked/project-ignore.ts';

/**
 * Reads the ignore file of a project: the one in its folder, or in the nearest folder above. If the file cannot be read,
 * shortening is off, because it may name files that must stay whole.
 */
export function readProjectIgnore(root: string): ProjectIgnore {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const file = path.join(folder, IGNORE_FILE);
    const text = readIfThere(file);
    if (text !== undefined) return toProjectIgnore(text, file, folder, root);
    if (path.dirname(folder) === folder) return NOTHING_IGNORED;
  }
}

function readIfThere(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '*';
  }
}
