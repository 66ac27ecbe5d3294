import type { LineOrder } from './line-order.ts';

/**
 * Takes the first and the last lines, equally many tokens of each. Claude Code before 2.1.2 and Codex shorten a shell's
 * output this way, each above its own limit.
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
