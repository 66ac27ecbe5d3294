import { untilAborted } from '../../pruning/until-aborted.ts';

/** What equal requests share. In two parts: one string of both, hashed, would take as long as all else that joining does. */
export interface JoinKey {
  /** Short. */
  readonly options: string;
  readonly text: string;
}

/** Work that equal requests in flight share. */
export interface Joins {
  /**
   * The result of `work`, begun here or by an earlier call with an equal key that has not ended. Rejects with the
   * signal's reason when this caller goes; `work` is aborted once all its callers have gone. A caller without a signal
   * never goes: work begun by one has none either.
   */
  join<T>(key: JoinKey, work: Work<T>, signal?: AbortSignal): Promise<Joined<T>>;
}

type Work<T> = (signal: AbortSignal | undefined) => Promise<T>;

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
  readonly key: JoinKey;
  readonly since: number;
  readonly ended: Promise<unknown>;
  readonly stop: AbortController | undefined;
  callers: number;
}

/** Starts with nothing in flight. The type of a key's result is for the callers of that key to agree on. */
export function createJoins({ now = () => performance.now(), leaseMs = LEASE_MS }: JoinsOptions = {}): Joins {
  const inFlight = new Map<string, Shared[]>();

  const find = (key: JoinKey): Shared | undefined =>
    inFlight.get(key.options)?.find((one) => one.key.text === key.text && now() - one.since < leaseMs);

  const forget = (shared: Shared): void => {
    const { options } = shared.key;
    const left = inFlight.get(options)?.filter((one) => one !== shared) ?? [];
    if (left.length === 0) inFlight.delete(options);
    else inFlight.set(options, left);
  };

  const begin = (key: JoinKey, work: Work<unknown>, stop: AbortController | undefined): Shared => {
    const shared: Shared = { key, since: now(), ended: work(stop?.signal), stop, callers: 0 };
    const beside = inFlight.get(key.options)?.filter((one) => one.key.text !== key.text) ?? [];
    inFlight.set(key.options, [...beside, shared]);
    const ended = (): void => forget(shared);
    shared.ended.then(ended, ended);
    return shared;
  };

  return {
    async join<T>(key: JoinKey, work: Work<T>, signal?: AbortSignal): Promise<Joined<T>> {
      signal?.throwIfAborted();
      const earlier = find(key);
      const shared = earlier ?? begin(key, work, signal === undefined ? undefined : new AbortController());
      shared.callers += 1;
      const leave = (): void => {
        shared.callers -= 1;
        if (shared.callers > 0) return;
        // Whoever asks from now on must not get the abort of those who left.
        forget(shared);
        shared.stop?.abort(signal?.reason);
      };
      const ended = shared.ended as Promise<T>;
      const value = await (signal === undefined ? ended : untilAborted(ended, signal, leave));
      return { value, joined: earlier !== undefined };
    },
  };
}
