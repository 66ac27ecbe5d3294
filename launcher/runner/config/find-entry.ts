import path from 'node:path';
import type { EntryPlaces } from './entry-places.ts';

/** As `exports` of package.json names it. */
const INSTALLED = '@jeeves/mcp-pruner/dist/index.js';
/** From `packages/runner/dist` of a workspace. */
const IN_WORKSPACE = '../../mcp-pruner/dist/index.js';

export type FoundEntry =
  | { readonly ok: true; readonly file: string }
  /** Where it was looked for, in that order. */
  | { readonly ok: false; readonly tried: readonly string[] };

/** Where `mcp-pruner` is unless a path is set: as an installed package, else beside the runner's own. */
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
