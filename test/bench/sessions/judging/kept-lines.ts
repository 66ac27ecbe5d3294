/**
 * Returns the lines of a text (1-based) that a pruned text contains, by walking through both in order. Lines that are
 * not in the text, such as markers, are skipped. For pruners that do not report the lines they kept.
 */
export function keptLines(text: string, pruned: string): ReadonlySet<number> {
  const places = new Map<string, number[]>();
  for (const [at, line] of text.split('\n').entries()) {
    const key = line.trimEnd();
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  const kept = new Set<number>();
  let from = 0;
  for (const line of pruned.split('\n')) {
    const at = places.get(line.trimEnd())?.find((place) => place >= from);
    // Empty lines occur everywhere, so count one only if it comes next.
    if (at === undefined || (line.trim() === '' && at !== from)) continue;
    kept.add(at + 1);
    from = at + 1;
  }
  return kept;
}
