/**
 * Where each group begins in a list that has its members side by side, group after group, and where the last one ends:
 * `starts[g]` up to `starts[g + 1]`. The first half of a counting sort; what is of a group below 0 is of none.
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
