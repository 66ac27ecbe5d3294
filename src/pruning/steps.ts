import type { Lines } from './lines.ts';

/**
 * Work in parts, so that an event loop can turn in between. Before each part it yields about how much that is, in
 * characters' worth of counting tokens (some 40 ns each), the measure that whoever hands out turns uses.
 */
export type Steps<T> = Generator<number, T, undefined>;

/** Resolves when work on so many characters may go on. */
export type Pause = (chars: number) => Promise<void>;

/** Lines and characters of one part: at most some 4 ms of the slowest stage. */
const PART = { chars: 131_072, lines: 16_384 } as const;

/** A text of fewer characters is worked on at once: that takes some milliseconds, which is what a pause may cost. */
export const UNDIVIDED_CHARS = 65_536;

/** Does all parts at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/** Does one part after another, each once `pause` lets it. Rejects with the signal's reason, or as `pause` does. */
export async function inTurns<T>(steps: Steps<T>, pause: Pause, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    await pause(next.value);
    signal?.throwIfAborted();
  }
}

/** The line after the part of a text that begins with line `from`; at least one line on. */
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

/** Parts of a text, each as `[from, to)` in lines; before each it yields `share` of its size. */
export function* parts(lines: Lines, share: number, part: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < lines.count; ) {
    const to = partEnd(lines, from);
    yield sizeOf(lines, from, to) * share;
    part(from, to);
    from = to;
  }
}

/** What lines `[from, to)` count for: their characters, and some for each line as such. */
export function sizeOf(lines: Lines, from: number, to: number): number {
  return (lines.starts[to] as number) - (lines.starts[from] as number) + 8 * (to - from);
}
