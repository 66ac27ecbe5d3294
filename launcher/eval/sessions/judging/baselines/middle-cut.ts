import type { LineOrder } from './line-order.ts';

/**
 * The first and the last lines, as many tokens of each: how Claude Code shortens what Bash printed, and Codex what its
 * shell printed, each beyond its own limit.
 */
export const middleCut: LineOrder = function* ({ lines, costs }) {
  let first = 0;
  let last = lines.count - 1;
  let above = 0;
  let below = 0;
  while (first <= last) {
    const line = above <= below ? first++ : last--;
    if (line < first) above += costs[line] as number;
    else below += costs[line] as number;
    yield line;
  }
};
