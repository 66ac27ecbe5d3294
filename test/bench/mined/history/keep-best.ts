/** Returns the best-scored lines (1-based) within a token budget. Stops at the first line that does not fit. */
export function keepBest(scores: Float64Array, costs: readonly number[], tokens: number): ReadonlySet<number> {
  const order = costs.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const kept = new Set<number>();
  let left = tokens;
  for (const at of order) {
    left -= costs[at] ?? 0;
    if (left < 0) break;
    kept.add(at + 1);
  }
  return kept;
}
