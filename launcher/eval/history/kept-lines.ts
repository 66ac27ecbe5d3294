/**
 * The lines of a text (1-based) that a pruned text shows, found by going through both in order: lines that are not the
 * text's own, such as markers, are passed over. For pruners that do not tell which they kept.
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
    // An empty line is everywhere: it is the next one, or it tells nothing.
    if (at === undefined || (line.trim() === '' && at !== from)) continue;
    kept.add(at + 1);
    from = at + 1;
  }
  return kept;
}
