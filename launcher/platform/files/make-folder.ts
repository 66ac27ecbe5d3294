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
  } catch (error) {
    if (await isFolder(folder)) return;
    const above = path.dirname(folder);
    if (errnoOf(error) !== 'ENOENT' || (await isFolder(above))) throw error;
    await makeFolder(above);
    await makeFolder(folder);
  }
}

/** As `makeFolder`. */
export function makeFolderSync(folder: string): void {
  try {
    mkdirSync(folder, MODE);
  } catch (error) {
    if (isFolderSync(folder)) return;
    const above = path.dirname(folder);
    if (errnoOf(error) !== 'ENOENT' || isFolderSync(above)) throw error;
    makeFolderSync(above);
    makeFolderSync(folder);
  }
}

const isFolder = (at: string): Promise<boolean> =>
  stat(at).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const isFolderSync = (at: string): boolean => statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
