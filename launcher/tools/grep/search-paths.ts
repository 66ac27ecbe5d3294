import { stat } from 'node:fs/promises';
import path from 'node:path';
import { realPathInside } from '../../platform/paths/real-path-inside.ts';
import { resolveInside } from '../../platform/paths/resolve-inside.ts';
import type { GrepArguments } from './arguments.ts';

export type SearchPaths =
  | { readonly ok: true; readonly absolute: readonly string[]; readonly relative: readonly string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the absolute path of `given`, or why it cannot be searched. Links in the path are kept, so that names appear
 * as requested.
 */
async function searchable(
  root: string,
  folder: string,
  given: string,
): Promise<{ why: string } | { absolute: string }> {
  const absolute = resolveInside(root, path.resolve(folder, given));
  if (absolute === undefined) return { why: 'leaves the root; use a path inside it' };
  const real = await realPathInside(root, absolute);
  if (!real.ok) {
    if (real.reason === 'outside') return { why: 'leaves the root by a link; use a path inside it' };
    if (real.reason === 'missing') return { why: 'does not exist; it must be a file or directory inside the root' };
    return { why: `cannot be reached (${real.errno})` };
  }
  const found = await stat(real.path).catch(() => undefined);
  if (!found?.isFile() && !found?.isDirectory()) return { why: 'is neither a file nor a directory' };
  return { absolute };
}

/** Resolves a call's paths against `folder`. Without paths, `cwd` is searched. */
export async function searchPaths(
  root: string,
  { paths, path: one, cwd }: GrepArguments,
  folder: string = root,
): Promise<SearchPaths> {
  const asked = paths ?? [one ?? cwd ?? '.'];
  const looked = await Promise.all(
    asked.map(async (given) => ({ given, found: await searchable(root, folder, given) })),
  );
  const absolute = new Set<string>();
  for (const { given, found } of looked) {
    if ('why' in found) return { ok: false, message: `path "${given}" ${found.why}` };
    absolute.add(found.absolute);
  }
  return { ok: true, absolute: [...absolute], relative: [...absolute].map((at) => path.relative(folder, at) || '.') };
}
