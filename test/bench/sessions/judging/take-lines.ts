/**
 * Takes whole lines in the given order while they fit the budget, as one byte per line. A line that does not fit is
 * skipped and the next one is tried, so that no omitted line would still fit at the end. This applies to all methods
 * alike.
 */
export function takeLines(order: Iterable<number>, costs: Float64Array, budget: number): Uint8Array {
  const kept = new Uint8Array(costs.length);
  let left = budget;
  for (const line of order) {
    const cost = costs[line] as number;
    if (cost > left) continue;
    kept[line] = 1;
    left -= cost;
    if (left <= 0) break;
  }
  return kept;
}
