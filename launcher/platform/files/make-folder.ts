import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '../paths/errno-of.ts';

/** Accessible only to its owner. */
const MODE = { mode: 0o700 } as const;

/**
 * Creates a folder and those above it that are missing, accessible only to their owner. Rejects with the system's error.
 * Node's `recursive` never returns where a folder exists and nothing can be created in it, as in /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, MODE);
    return;
  } catch (error) {
    if (await isFolder(folder)) return;
    if (errnoOf(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
  }
  // Somebody else may make the same folders.
  if (!(await isFolder(path.dirname(folder)))) await makeFolder(path.dirname(folder));
  try {
    await mkdir(folder, MODE);
  } catch (error) {
    if (!(await isFolder(folder))) throw error;
  }
}

/** As `makeFolder`. */
export function makeFolderSync(folder: string): void {
  try {
    mkdirSync(folder, MODE);
    return;
  } catch (error) {
    if (isFolderSync(folder)) return;
    if (errnoOf(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
  }
  if (!isFolderSync(path.dirname(folder))) makeFolderSync(path.dirname(folder));
  try {
    mkdirSync(folder, MODE);
  } catch (error) {
    if (!isFolderSync(folder)) throw error;
  }
}

const isFolder = (at: string): Promise<boolean> =>
  stat(at).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const isFolderSync = (at: string): boolean => statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
