export interface FailuresOptions {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Failed attempts before any wait. Default 20. */
  readonly burst?: number | undefined;
  /** Failed attempts forgotten per minute. Default 20. */
  readonly perMinute?: number | undefined;
  /** Max sources remembered; beyond it the least recently active is forgotten. Default 10,000. */
  readonly max?: number | undefined;
}

/** Counts failed attempts by source address. */
export interface Failures {
  add(source: string): void;
  /** Whole seconds until the next attempt is allowed, at least 1; 0: now. */
  waitSeconds(source: string): number;
}

const BURST = 20;
const PER_MINUTE = 20;
const MAX = 10_000;
const MINUTE_MS = 60_000;

/** Counts in this process's memory. */
export function createFailures(options: FailuresOptions): Failures {
  const { now, burst = BURST, perMinute = PER_MINUTE, max = MAX } = options;
  const held = new Map<string, { readonly count: number; readonly at: number }>();
  /** A clock that went back has stood still. */
  const sinceOf = (at: number): number => Math.max(0, now() - at);
  const countOf = (source: string): number => {
    const last = held.get(source);
    return last === undefined ? 0 : Math.max(0, last.count - (sinceOf(last.at) * perMinute) / MINUTE_MS);
  };
  return {
    add(source) {
      const count = countOf(source) + 1;
      // Reinserted at the end, because the map's order is the order of use.
      held.delete(source);
      held.set(source, { count, at: now() });
      if (held.size > max) held.delete(held.keys().next().value as string);
    },
    waitSeconds(source) {
      const over = countOf(source) + 1 - burst;
      return over <= 0 ? 0 : Math.max(1, Math.ceil((over / perMinute) * 60));
    },
  };
}
