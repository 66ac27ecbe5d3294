import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IGNORE_FILE } from '../../src/text/hook-notice.ts';
import { createGlobs } from './glob.ts';

/** Files of a project that are left whole. */
export interface ProjectIgnore {
  /** The ignore file; undefined if there is none. */
  readonly file: string | undefined;
  /** True if nothing may be shortened. */
  readonly isOff: boolean;
  /** True for a file that must never be shortened. */
  readonly isIgnored: (file: string) => boolean;
}

/**
 * Reads the ignore file of a project: the one in its folder, or in the nearest folder above. `#` begins a comment. If
 * the file cannot be read, shortening is off, because it may name files that must stay whole.
 */
export function readProjectIgnore(root: string): ProjectIgnore {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const file = path.join(folder, IGNORE_FILE);
    const text = readIfThere(file);
    if (text !== undefined) {
      const lines = text.split('\n').map((line) => line.trim());
      const globs = lines.filter((line) => line !== '' && !line.startsWith('#'));
      const isIgnored = createGlobs(globs, folder);
      return { file, isOff: globs.some(isAll), isIgnored: (given) => isIgnored(path.resolve(root, given)) };
    }
    if (path.dirname(folder) === folder) return { file: undefined, isOff: false, isIgnored: () => false };
  }
}

const isAll = (glob: string): boolean => glob === '*' || glob === '**';

function readIfThere(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '*';
  }
}
