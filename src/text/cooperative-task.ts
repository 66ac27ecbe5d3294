import type { Lines } from './lines.ts';

/**
 * Work in steps, so that the event loop can turn in between. Before each step it yields the step's size, in
 * characters of token counting (some 40 ns each). The scheduler of turns uses the same measure.
 */
export type CooperativeTask<T> = Generator<number, T, undefined>;

/** Resolves when work on this many characters may continue. */
export type Pause = (chars: number) => Promise<void>;

/** Characters, lines and other items per part: at most some 4 ms in the slowest stage. */
const PART = { chars: 131_072, lines: 16_384, items: 4096 } as const;

/** Texts with fewer characters are processed at once. That takes a few milliseconds, about as long as a pause. */
export const UNDIVIDED_CHARS = 65_536;

/** Runs all steps at once. */
export function atOnce<T>(steps: CooperativeTask<T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/** Runs the steps one by one, awaiting `pause` before each. Rejects with the signal's reason, or if `pause` does. */
export async function inTurns<T>(steps: CooperativeTask<T>, pause: Pause, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    await pause(next.value);
    signal?.throwIfAborted();
  }
}

/** Counts the characters of all work that shares it, and calls `turn` after each `burst` of them. */
export function turnEvery(burst: number, turn: () => Promise<unknown>): Pause {
  let chars = 0;
  return async (added) => {
    chars += added;
    if (chars < burst) return;
    chars = 0;
    await turn();
  };
}

/** Returns the line after the part that begins at line `from`; at least one line further. */
export function partEnd(lines: Lines, from: number): number {
  const { starts, count } = lines;
  const limit = (starts[from] as number) + PART.chars;
  let low = from + 1;
  let high = Math.min(count, from + PART.lines);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, count);
}

/** Calls `part` for each part of a text, as `[from, to)` in lines. Yields `share` of the part's size before each. */
export function* parts(lines: Lines, share: number, part: (from: number, to: number) => void): CooperativeTask<void> {
  for (let from = 0; from < lines.count; ) {
    const to = partEnd(lines, from);
    yield sizeOf(lines, from, to) * share;
    part(from, to);
    from = to;
  }
}

/**
 * Calls `part` for each part of `count` items, as `[from, to)`. Yields the part's size before each, `cost` an item. If
 * the cost depends on the item, a part ends with the item that makes it large.
 */
export function* countedParts(
  count: number,
  cost: number | ((item: number) => number),
  part: (from: number, to: number) => void,
): CooperativeTask<void> {
  for (let from = 0; from < count; ) {
    const most = Math.min(count, from + PART.items);
    const [to, size] = typeof cost === 'number' ? [most, (most - from) * cost] : sizedPart(from, most, cost);
    yield size;
    part(from, to);
    from = to;
  }
}

/** Returns the item after the part that begins at item `from`, at least one item further, and the part's size. */
function sizedPart(from: number, most: number, cost: (item: number) => number): readonly [number, number] {
  let size = 0;
  let to = from;
  while (to < most && size < PART.chars) size += cost(to++);
  return [to, size];
}

/** Returns the size of lines `[from, to)`: their characters, plus a fixed amount per line. */
export function sizeOf(lines: Lines, from: number, to: number): number {
  return (lines.starts[to] as number) - (lines.starts[from] as number) + 8 * (to - from);
}
