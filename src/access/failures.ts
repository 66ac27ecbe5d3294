export interface FailuresOptions {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Failures that are free. Default 20. */
  readonly burst?: number | undefined;
  /** Failures that are forgotten in a minute. Default 20. */
  readonly perMinute?: number | undefined;
  /** Sources that are remembered; beyond it the one longest quiet is forgotten. Default 10,000. */
  readonly max?: number | undefined;
}

/** Counts failed attempts by where they come from, or at what they aim. */
export interface Failures {
  add(source: string): void;
  /** Whole seconds, from 1, until another attempt may be made; 0: now. */
  waitSeconds(source: string): number;
  /** Nobody has failed lately: there is nothing to ask. */
  readonly isEmpty: boolean;
}

const BURST = 20;
const PER_MINUTE = 20;
const MAX = 10_000;
const MINUTE_MS = 60_000;

/** In this process's memory. */
export function createFailures(options: FailuresOptions): Failures {
  const { now, burst = BURST, perMinute = PER_MINUTE, max = MAX } = options;
  const held = new Map<string, { readonly count: number; readonly at: number }>();
  const countOf = (source: string): number => {
    const last = held.get(source);
    return last === undefined ? 0 : Math.max(0, last.count - ((now() - last.at) * perMinute) / MINUTE_MS);
  };
  return {
    add(source) {
      const count = countOf(source) + 1;
      // Put back at the end: the map's order is the order of use.
      held.delete(source);
      held.set(source, { count, at: now() });
      if (held.size > max) held.delete(held.keys().next().value as string);
    },
    waitSeconds(source) {
      const over = countOf(source) + 1 - burst;
      if (over <= 0) {
        if (countOf(source) === 0) held.delete(source);
        return 0;
      }
      return Math.max(1, Math.ceil((over / perMinute) * 60));
    },
    get isEmpty() {
      return held.size === 0;
    },
  };
}
