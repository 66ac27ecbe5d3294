import type { GrepContextLine } from './result.ts';

/** Returns the context lines within `distance` lines of a match in the same file. */
export function nearMatches(
  context: readonly GrepContextLine[],
  matches: readonly GrepContextLine[],
  distance: number,
): readonly GrepContextLine[] {
  const near = new Map<string, Set<number>>();
  for (const { path, line } of matches) {
    const lines = near.get(path) ?? new Set<number>();
    for (let at = line - distance; at <= line + distance; at++) lines.add(at);
    near.set(path, lines);
  }
  return context.filter(({ path, line }) => near.get(path)?.has(line));
}
