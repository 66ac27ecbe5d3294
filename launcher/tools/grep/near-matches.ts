import type { GrepContextLine } from './result.ts';

/** The context lines that have a match of the same file within `distance` lines. */
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
