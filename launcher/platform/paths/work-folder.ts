import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from './resolve-inside.ts';

/** The folder that an agent works in, and the root that its paths may not leave. Both are real paths. */
export interface WorkFolder {
  readonly folder: string;
  readonly root: string;
}

/**
 * Returns the folder's real path, and its root. The root is `start` if the folder is inside, otherwise the checkout
 * that contains the folder, otherwise the folder itself. Undefined if there is no such folder.
 */
export function workFolder(start: string, given: string): WorkFolder | undefined {
  const folder = realFolder(given);
  return folder === undefined
    ? undefined
    : { folder, root: isInside(start, folder) ? start : (checkoutOf(folder) ?? folder) };
}

/** Returns the real path of a folder; undefined if there is none. */
export function realFolder(given: string): string | undefined {
  try {
    // The native variant returns each name with its spelling on disk.
    const real = realpathSync.native(given);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the folder with `.git` at or above a folder. In a worktree, `.git` is a file. */
export function checkoutOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : checkoutOf(above);
}

/** Resolves symbolic links; returns the path itself if it does not exist. */
export function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
