import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Files of one batch: a command line has room for as many paths of any length. */
const BATCH = 200;
/** Files that are put in order; of more, none behind these is searched. */
const MAX_FILES = 200_000;

/** All files at or below some paths, in the order of their paths; links on the way are not followed. */
export async function filesInOrder(paths: readonly string[]): Promise<readonly (readonly string[])[]> {
  const files: string[] = [];
  for (const given of [...paths].sort()) await walk(given, files);
  const batches: string[][] = [];
  for (let at = 0; at < files.length; at += BATCH) batches.push(files.slice(at, at + BATCH));
  return batches;
}

async function walk(place: string, files: string[]): Promise<void> {
  if (files.length >= MAX_FILES) return;
  const found = await stat(place).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    files.push(place);
    return;
  }
  // What cannot be listed is for the engine to complain of.
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) files.push(place);
  for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = path.join(place, entry.name);
    if (entry.isDirectory()) await walk(inside, files);
    else if (entry.isFile() && files.length < MAX_FILES) files.push(inside);
  }
}
