import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files to search, or a folder with names that are not UTF-8: no argument of a command can spell those. */
export type Batch =
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | { readonly kind: 'odd_names'; readonly folder: string };

export type Entry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile'>;

export interface WalkEdges {
  readonly list: (folder: string) => Promise<readonly Entry[]>;
  /** Bytes of paths in one batch. */
  readonly batchBytes: number;
}

/** For all arguments Linux has 2 MiB by default, macOS 1 MiB, and Windows 32,767 characters. */
const BATCH_BYTES = process.platform === 'win32' ? 20_000 : 256 * 1024;
/** A path among the arguments has a NUL and a pointer too. */
const BYTES_BESIDE = 9;
/** Stands in a name for bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

const systemWalk: WalkEdges = {
  list: (folder) => readdir(folder, { withFileTypes: true }),
  batchBytes: BATCH_BYTES,
};

/**
 * Lists the files at or below some paths in batches, in the order of their paths, until `stop` is aborted. Hidden
 * entries and links are skipped, as ripgrep does, unless they are one of `paths`. A folder that cannot be listed comes
 * as a file, so that the engine tells why.
 */
export async function* filesInOrder(
  paths: readonly string[],
  stop: AbortSignal,
  { list, batchBytes }: WalkEdges = systemWalk,
): AsyncGenerator<Batch> {
  let batch: string[] = [];
  let bytes = 0;
  // The next one is the last.
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
