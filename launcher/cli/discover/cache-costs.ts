import { ratesOf } from '../../../src/base/prices.ts';
import type { SessionEvent, Usage } from '../../../src/transcripts/session-event.ts';

const MINUTE = 60_000;
const LIFETIMES = [5, 60] as const;

/** What a session's prompt cache cost, in tokens of uncached input. */
export interface CacheCosts {
  /** Lifetime of the cache that most tokens were written to, in minutes. */
  readonly minutes: (typeof LIFETIMES)[number];
  /** Pauses that are longer than five minutes and at most an hour, and what they cost in that cache. */
  readonly pauses: number;
  readonly lost: number;
  /** Price of all input, and what it would have been in a cache of the other lifetime. */
  readonly cost: number;
  readonly other: number;
}

interface Counted {
  readonly id: string | undefined;
  readonly at: number;
  readonly usage: Usage;
  readonly model: string | undefined;
}

/** Collects the counts of a session's requests. */
export function createCacheCosts() {
  const requests: Counted[] = [];
  return {
    push(event: SessionEvent): void {
      if (event.kind !== 'billed' || event.at === undefined) return;
      const { request: id, at, usage, model } = event;
      // A message that is recorded in parts repeats its counts.
      if (id !== undefined && requests.at(-1)?.id === id) requests.pop();
      requests.push({ id, at, usage, model });
    },
    /** Undefined if the host counts no writes to a cache. */
    costs: (): CacheCosts | undefined => costsOf(requests),
  };
}

/**
 * Compares both lifetimes on the session's own pauses of five minutes to an hour. After one, the cache of an hour still
 * has the last request's input, and that of five minutes is empty. All other requests read from the cache what was recorded.
 */
function costsOf(requests: readonly Counted[]): CacheCosts | undefined {
  const sum = (of: (usage: Usage) => number): number => requests.reduce((total, { usage }) => total + of(usage), 0);
  const [short, long] = [sum(({ cacheWrite }) => cacheWrite), sum(({ cacheWriteLong }) => cacheWriteLong)];
  if (short + long === 0) return undefined;
  const isLong = long > short;
  let [pauses, lost, cost, other, before, last] = [0, 0, 0, 0, 0, Number.NaN];
  for (const { at, usage, model } of requests) {
    const { write, writeLong, read } = ratesOf(model);
    const { input, cacheRead } = usage;
    const written = usage.cacheWrite + usage.cacheWriteLong;
    const [own, otherWrite] = isLong ? [writeLong, write] : [write, writeLong];
    const isPause = at - last > LIFETIMES[0] * MINUTE && at - last <= LIFETIMES[1] * MINUTE;
    // What the last request sent, as far as this one sends it again.
    const kept = Math.min(before, cacheRead + written);
    const found = !isPause ? cacheRead : isLong ? 0 : Math.max(cacheRead, kept);
    pauses += Number(isPause);
    if (isPause && !isLong) lost += Math.max(0, kept - cacheRead) * (write - read);
    cost += input + read * cacheRead + own * written;
    other += input + read * found + otherWrite * (cacheRead + written - found);
    before = cacheRead + written;
    last = at;
  }
  return { minutes: LIFETIMES[Number(isLong)] as CacheCosts['minutes'], pauses, lost, cost, other };
}
