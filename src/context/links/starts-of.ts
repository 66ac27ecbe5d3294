/**
 * Start offset of each group in a list sorted by group: group `g` spans `starts[g]` to `starts[g + 1]`. First half of a
 * counting sort. Members with a negative group are skipped.
 */
export function startsOf(groupOf: Int32Array, groups: number): Int32Array {
  const starts = new Int32Array(groups + 1);
  for (let i = 0; i < groupOf.length; i++) {
    const group = groupOf[i] as number;
    if (group >= 0) starts[group + 1] = (starts[group + 1] as number) + 1;
  }
  for (let group = 0; group < groups; group++) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  return starts;
}
