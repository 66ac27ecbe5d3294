import path from 'node:path';
import type { EntryPlaces } from './entry-places.ts';

/** Module path, as listed in `exports` of package.json. */
const INSTALLED = '@jeeves/mcp-pruner/dist/index.js';
/** Path relative to `packages/runner/dist` of a workspace. */
const IN_WORKSPACE = '../../mcp-pruner/dist/index.js';

export type FoundEntry =
  | { readonly ok: true; readonly file: string }
  /** Paths that were tried, in order. */
  | { readonly ok: false; readonly tried: readonly string[] };

/** Finds mcp-pruner's entry file: first as an installed package, then beside the runner's own package. */
export function findEntry({ resolve, folder, isReadableFile }: EntryPlaces): FoundEntry {
  const candidates = [installed(resolve), path.resolve(folder, IN_WORKSPACE)];
  const file = candidates.find((candidate) => candidate !== undefined && isReadableFile(candidate));
  if (file !== undefined) return { ok: true, file };
  return { ok: false, tried: candidates.map((candidate) => candidate ?? INSTALLED) };
}

function installed(resolve: EntryPlaces['resolve']): string | undefined {
  try {
    return resolve(INSTALLED);
  } catch {
    return undefined;
  }
}
