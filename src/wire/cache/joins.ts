import { untilAborted } from '../../pruning/until-aborted.ts';

/** Work that equal requests in flight share. */
export interface Joins {
  /**
   * The result of `work`, begun here or by an earlier call with the same key that has not ended. Rejects with the
   * signal's reason when this caller goes; `work` is aborted once all its callers have gone.
   */
  join<T>(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<Joined<T>>;
}

export interface Joined<T> {
  readonly value: T;
  /** Another call had begun it. */
  readonly joined: boolean;
}

export interface JoinsOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Work begun longer ago is not joined: its host may have ended it with its caller. Default 25,000 ms. */
  readonly leaseMs?: number | undefined;
}

/** Below the 30 s that Cloudflare keeps work alive for. */
const LEASE_MS = 25_000;

interface Shared {
  readonly since: number;
  readonly ended: Promise<unknown>;
  readonly stop: AbortController;
  callers: number;
}

/** Starts with nothing in flight. The type of a key's result is for the callers of that key to agree on. */
export function createJoins({ now = () => performance.now(), leaseMs = LEASE_MS }: JoinsOptions = {}): Joins {
  const inFlight = new Map<string, Shared>();

  const begin = (key: string, work: (signal: AbortSignal) => Promise<unknown>): Shared => {
    const stop = new AbortController();
    const shared: Shared = { since: now(), ended: work(stop.signal), stop, callers: 0 };
    inFlight.set(key, shared);
    const forget = (): void => {
      if (inFlight.get(key) === shared) inFlight.delete(key);
    };
    shared.ended.then(forget, forget);
    return shared;
  };

  return {
    async join<T>(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<Joined<T>> {
      signal?.throwIfAborted();
      const known = inFlight.get(key);
      const earlier = known !== undefined && now() - known.since < leaseMs ? known : undefined;
      const shared = earlier ?? begin(key, work);
      shared.callers += 1;
      const leave = (): void => {
        shared.callers -= 1;
        if (shared.callers > 0) return;
        // Whoever asks from now on must not get the abort of those who left.
        if (inFlight.get(key) === shared) inFlight.delete(key);
        shared.stop.abort(signal?.reason);
      };
      const ended = shared.ended as Promise<T>;
      const value = await (signal === undefined ? ended : untilAborted(ended, signal, leave));
      return { value, joined: earlier !== undefined };
    },
  };
}
