import { untilAborted } from '../../base/until-aborted.ts';

/**
 * Key shared by equal requests. In two parts, because joining and hashing one string would take as long as the rest of
 * the lookup.
 */
export interface JoinKey {
  /** A short string. */
  readonly options: string;
  readonly text: string;
}

/** In-flight work shared by equal requests. */
export type InFlightWork = ReturnType<typeof createInFlightWork>;

type Work<T> = (signal: AbortSignal | undefined) => Promise<T>;

export interface Joined<T> {
  readonly value: T;
  /** True if another call had started it. */
  readonly joined: boolean;
}

export interface InFlightWorkOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Work started longer ago is not joined, because its host may have ended it with its caller. Default 25,000 ms. */
  readonly leaseMs?: number | undefined;
}

/** Less than the 30 s for which Cloudflare keeps work alive. */
const LEASE_MS = 25_000;

interface Shared {
  readonly key: JoinKey;
  readonly since: number;
  readonly ended: Promise<unknown>;
  readonly stop: AbortController | undefined;
  callers: number;
}

/** Creates an empty set of in-flight work. The callers of a key must agree on the type of its result. */
export function createInFlightWork({ now = () => performance.now(), leaseMs = LEASE_MS }: InFlightWorkOptions = {}) {
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
    /**
     * Returns the result of `work`, started here or by an earlier call with an equal key that is still in flight. Rejects
     * with the signal's reason if this caller aborts. `work` is aborted once all its callers have aborted. A caller
     * without a signal never aborts, and work that it starts gets no signal.
     */
    async join<T>(key: JoinKey, work: Work<T>, signal?: AbortSignal): Promise<Joined<T>> {
      signal?.throwIfAborted();
      const earlier = find(key);
      const shared = earlier ?? begin(key, work, signal === undefined ? undefined : new AbortController());
      shared.callers += 1;
      const leave = (): void => {
        shared.callers -= 1;
        if (shared.callers > 0) return;
        // Later callers must not join work that is being aborted.
        forget(shared);
        shared.stop?.abort(signal?.reason);
      };
      const ended = shared.ended as Promise<T>;
      const value = await (signal === undefined ? ended : untilAborted(ended, signal, leave));
      return { value, joined: earlier !== undefined };
    },
  };
}
