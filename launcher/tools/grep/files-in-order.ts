import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files to search, or a folder with names that are not UTF-8, which no command argument can express. */
export type Batch =
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | { readonly kind: 'odd_names'; readonly folder: string };

export type Entry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile'>;

export interface WalkEdges {
  readonly list: (folder: string) => Promise<readonly Entry[]>;
  /** Max bytes of paths in one batch. */
  readonly batchBytes: number;
}

/**
 * Well below the system's limit for all arguments: by default 2 MiB on Linux, 1 MiB on macOS, 32,767 characters on
 * Windows.
 */
const BATCH_BYTES = process.platform === 'win32' ? 20_000 : 256 * 1024;
/** Bytes that each argument takes besides its text: a NUL and a pointer. */
const BYTES_BESIDE = 9;
/** Character that stands for bytes that are not UTF-8 in a decoded name. */
const REPLACEMENT = '\ufffd';

const systemWalk: WalkEdges = {
  list: (folder) => readdir(folder, { withFileTypes: true }),
  batchBytes: BATCH_BYTES,
};

/**
 * Lists the files at or below some paths in batches, in path order, until `stop` is aborted. Like ripgrep, it skips
 * hidden entries and links that are not in `paths` themselves. A folder that cannot be listed is yielded as a file, so
 * that the engine reports why.
 */
export async function* filesInOrder(
  paths: readonly string[],
  stop: AbortSignal,
  { list, batchBytes }: WalkEdges = systemWalk,
): AsyncGenerator<Batch> {
  let batch: string[] = [];
  let bytes = 0;
  // Reversed, because `pop` takes the last one.
  const pending = [...paths].sort().reverse();
  const files = new Set<string>();
  for (let place = pending.pop(); place !== undefined && !stop.aborted; place = pending.pop()) {
    const entries = files.delete(place) ? undefined : await list(place).catch(() => undefined);
    if (entries !== undefined) {
      const within = place.endsWith(path.sep) ? place : place + path.sep;
      const searched = entries.filter(isSearched).sort((a, b) => (a.name < b.name ? 1 : -1));
      for (const entry of searched.filter(({ name }) => !name.includes(REPLACEMENT))) {
        pending.push(within + entry.name);
        if (entry.isFile()) files.add(within + entry.name);
      }
      if (searched.some(({ name }) => name.includes(REPLACEMENT))) yield { kind: 'odd_names', folder: place };
      continue;
    }
    const size = Buffer.byteLength(place) + BYTES_BESIDE;
    if (batch.length > 0 && bytes + size > batchBytes) {
      yield { kind: 'files', paths: batch };
      batch = [];
      bytes = 0;
    }
    batch.push(place);
    bytes += size;
  }
  if (batch.length > 0) yield { kind: 'files', paths: batch };
}

const isSearched = (entry: Entry): boolean => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory());
