import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../paths/errno-of.ts';

/**
 * Creates a folder and those above it that are missing, by default accessible only to their owner. Returns those it made,
 * outermost first. Throws the system's error. Node's `recursive` never returns where a folder exists and nothing can be
 * created in it, as in /proc.
 */
export function makeFolder(folder: string, mode = 0o700): readonly string[] {
  try {
    return makeOne(folder, mode);
  } catch (error) {
    const above = path.dirname(folder);
    if (errnoOf(error) !== 'ENOENT' || above === folder) throw error;
    // Somebody else may make the same folders, so that the first try failed and this one is there.
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
