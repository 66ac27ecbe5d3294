import { type FairQueue, LARGE_BYTES, LIMITS, type Place, type QueueLimits, QueuePlaces } from './fair-queue.ts';

export interface PolledQueueOptions extends Partial<QueueLimits> {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Longer than pruning any large text takes. A request that holds a place for this long has ended without releasing it.
 */
const LOST_MS = 3_000;
/** A waiter that has not polled for this long has ended. */
const GONE_MS = 500;
const LONGEST_POLL_MS = 20;

interface Waiter extends Place {
  polledAt: number;
}

/**
 * Creates a queue for workerd, where a promise ends with the request that created it, even if another request awaits
 * it. Each waiter polls if it is next; the more waiters there are, the less often each polls. Small requests bypass the
 * queue: polling takes more time than pruning them, and Cloudflare starts more isolates under load.
 */
export function createPolledQueue({ now, pause, ...given }: PolledQueueOptions): FairQueue {
  const places = new QueuePlaces({ ...LIMITS, ...given });
  const inFlight = new Map<Place, number>();
  // First come, first served. `served` holds the last turn of each team that still waits.
  const waiters = new Set<Waiter>();
  const served = new Map<string, number>();
  let turns = 0;

  const join = (me: Waiter): void => {
    places.wait(me);
    waiters.add(me);
  };
  const leave = (me: Waiter): void => {
    waiters.delete(me);
    places.leaveWaiting(me);
  };
  const end = (place: Place): void => {
    if (inFlight.delete(place)) places.end(place);
  };
  const dropLost = (): void => {
    for (const [place, since] of inFlight) if (Math.abs(now() - since) >= LOST_MS) end(place);
    for (const one of waiters) if (Math.abs(now() - one.polledAt) >= GONE_MS) leave(one);
  };
  const isNext = (me: Waiter): boolean => {
    me.polledAt = now();
    // Rejoins, because this waiter was considered gone while the event loop was busy.
    if (!waiters.has(me)) join(me);
    dropLost();
    let next: Waiter | undefined;
    const seen = new Set<string>();
    for (const one of waiters) {
      if (seen.has(one.team)) continue;
      seen.add(one.team);
      if (places.fits(one) && (next === undefined || turnOf(one) < turnOf(next))) next = one;
    }
    return next === me;
  };
  const turnOf = ({ team }: Waiter): number => served.get(team) ?? 0;

  return {
    async enter(team, bytes) {
      if (bytes < LARGE_BYTES) return () => {};
      const me: Waiter = { team, bytes, polledAt: now() };
      dropLost();
      if (!places.isFree(me)) {
        const full = places.full(me);
        if (full !== undefined) return full;
        join(me);
        while (!isNext(me)) await pause(Math.min(waiters.size, LONGEST_POLL_MS));
        leave(me);
        if (places.isWaiting(team)) served.set(team, ++turns);
        else served.delete(team);
      }
      places.start(me);
      inFlight.set(me, now());
      return () => end(me);
    },
  };
}
