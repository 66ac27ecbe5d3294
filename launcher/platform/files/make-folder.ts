import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../paths/errno-of.ts';

/**
 * Creates a folder and its missing parents, by default accessible only to their owner. Returns the created folders,
 * outermost first. Throws the system's error. Node's `recursive` option is not used: it never returns if nothing can be
 * created in an existing folder, such as /proc.
 */
export function makeFolder(folder: string, mode = 0o700): readonly string[] {
  try {
    return makeOne(folder, mode);
  } catch (error) {
    const above = path.dirname(folder);
    if (errnoOf(error) !== 'ENOENT' || above === folder) throw error;
    // Another process may create the same folders, so the parent may exist although the first try failed.
    const made = isFolder(above) ? [] : makeFolder(above, mode);
    return [...made, ...makeOne(folder, mode)];
  }
}

function makeOne(folder: string, mode: number): readonly string[] {
  try {
    mkdirSync(folder, { mode });
    return [folder];
  } catch (error) {
    if (isFolder(folder)) return [];
    throw error;
  }
}

const isFolder = (at: string): boolean => statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
