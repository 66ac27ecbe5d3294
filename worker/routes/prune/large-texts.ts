import type { MiddlewareHandler } from 'hono';
import { type RequestFailure, requestFailure } from '../../../src/prune-api/request-failure.ts';
import type { WorkerContext } from '../../http/worker-context.ts';

/** Releases the place in the queue; safe to call twice. */
export type Release = () => void;

/** The team has too much waiting; it may retry after this many whole seconds. */
export interface QueueFull {
  readonly retryAfterSeconds: number;
}

/**
 * Queues large texts: one at a time per team, and a few teams at once. The event loop is free between two bursts of
 * work, and no team waits behind everything that another one sent.
 */
export interface LargeTexts {
  /** Resolves when it is this team's turn, or at once if too much of it is waiting already. */
  enter(team: string, bytes: number): Promise<Release | QueueFull>;
}

/** Min bytes of a large body; pruning one takes more than a few milliseconds. */
export const LARGE_BYTES = 65_536;

export interface QueueLimits {
  /** Max teams computed for at once; the others take turns. */
  readonly teams: number;
  /** Max waiting requests of one team, and their max bytes. */
  readonly waiting: number;
  readonly bytes: number;
}

/** Bounded because waiting bodies are held in memory. */
const LIMITS: QueueLimits = { teams: 8, waiting: 64, bytes: 128 * 1024 * 1024 };
/** Min throughput in bytes per second. */
const BYTES_A_SECOND = 4 * 1024 * 1024;

/** Waiting requests per team, within limits. */
class Waiting {
  readonly #teams = new Map<string, { count: number; bytes: number }>();
  readonly #limits: QueueLimits;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Returns why there is no room for another request. The first one waiting always has room. */
  full(team: string, bytes: number): QueueFull | undefined {
    const held = this.#teams.get(team);
    if (held === undefined) return undefined;
    if (held.count < this.#limits.waiting && held.bytes + bytes <= this.#limits.bytes) return undefined;
    return { retryAfterSeconds: Math.max(1, Math.ceil(held.bytes / BYTES_A_SECOND)) };
  }

  count(team: string): number {
    return this.#teams.get(team)?.count ?? 0;
  }

  add(team: string, bytes: number): void {
    const held = this.#teams.get(team) ?? { count: 0, bytes: 0 };
    this.#teams.set(team, { count: held.count + 1, bytes: held.bytes + bytes });
  }

  remove(team: string, bytes: number): void {
    const held = this.#teams.get(team);
    if (held === undefined || held.count === 1) this.#teams.delete(team);
    else this.#teams.set(team, { count: held.count - 1, bytes: held.bytes - bytes });
  }
}

/**
 * Creates a queue: first come, first served within a team, round-robin among teams. For hosts in which a process
 * outlives its requests.
 */
export function createQueue(given: Partial<QueueLimits> = {}): LargeTexts {
  const limits = { ...LIMITS, ...given };
  const waiting = new Waiting(limits);
  const active = new Set<string>();
  // Insertion order is the order in which teams are next.
  const queues = new Map<string, (() => void)[]>();

  const admitNext = (): void => {
    for (const [team, queue] of queues) {
      if (active.size >= limits.teams) return;
      if (active.has(team)) continue;
      active.add(team);
      queues.delete(team);
      const [first, ...others] = queue;
      if (others.length > 0) queues.set(team, others);
      first?.();
    }
  };

  return {
    async enter(team, bytes) {
      const full = waiting.full(team, bytes);
      if (full !== undefined) return full;
      waiting.add(team, bytes);
      await new Promise<void>((resolve) => {
        const queue = queues.get(team) ?? [];
        queues.set(team, [...queue, resolve]);
        admitNext();
      });
      waiting.remove(team, bytes);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        active.delete(team);
        admitNext();
      };
    },
  };
}

export interface PolledQueueOptions extends Partial<QueueLimits> {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Longer than any large text takes. A holder of a place for this long is gone without having released it. */
const LOST_MS = 3_000;
/** A waiter that has not polled for this long is gone. */
const GONE_MS = 500;
const LONGEST_POLL_MS = 20;

interface Waiter {
  readonly team: string;
  readonly bytes: number;
  lookedAt: number;
}

/**
 * Creates the same queue for workerd, where a promise created by one request and awaited by another ends with the
 * first. Each waiter polls if it is next; the more there are, the less often each polls.
 */
export function createPolledQueue({ now, pause, ...given }: PolledQueueOptions): LargeTexts {
  const limits = { ...LIMITS, ...given };
  const waiting = new Waiting(limits);
  const active = new Map<string, { readonly since: number }>();
  // First come, first served. `served` holds the last turn of each team that still waits.
  const waiters = new Set<Waiter>();
  const served = new Map<string, number>();
  let turns = 0;

  const join = (me: Waiter): void => {
    waiting.add(me.team, me.bytes);
    waiters.add(me);
  };
  const isNext = (me: Waiter): boolean => {
    me.lookedAt = now();
    // This waiter was considered gone while the event loop was busy.
    if (!waiters.has(me)) join(me);
    for (const [team, { since }] of active) if (now() - since >= LOST_MS) active.delete(team);
    if (active.size >= limits.teams) return false;
    let next: Waiter | undefined;
    for (const one of waiters) {
      if (now() - one.lookedAt >= GONE_MS) {
        waiters.delete(one);
        waiting.remove(one.team, one.bytes);
      } else if (!active.has(one.team) && (next === undefined || turnOf(one) < turnOf(next))) next = one;
    }
    return next === me;
  };
  const turnOf = ({ team }: Waiter): number => served.get(team) ?? 0;

  return {
    async enter(team, bytes) {
      const full = waiting.full(team, bytes);
      if (full !== undefined) return full;
      const me: Waiter = { team, bytes, lookedAt: now() };
      join(me);
      while (!isNext(me)) await pause(Math.min(waiters.size, LONGEST_POLL_MS));
      waiters.delete(me);
      waiting.remove(team, bytes);
      if (waiting.count(team) === 0) served.delete(team);
      else served.set(team, ++turns);
      const mine = { since: now() };
      active.set(team, mine);
      return () => {
        if (active.get(team) === mine) active.delete(team);
      };
    },
  };
}

/** Builds the answer for a team that has too much waiting. */
export function busy({ retryAfterSeconds }: QueueFull): RequestFailure {
  return requestFailure('busy', "Too many of the team's large requests are waiting", retryAfterSeconds);
}

/**
 * Takes a place in the queue for a request with a large body, from before decoding until the answer. Also takes one for
 * a request that reads a large text from elsewhere. Without a queue each request computes as it comes; with an
 * upstream, most of the time is spent waiting for it.
 */
export function inQueue(line: LargeTexts | undefined): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    let leave: Release | undefined;
    c.set('waitTurn', async (bytes) => {
      // A request that already has a place would wait for itself.
      if (line === undefined || leave !== undefined || bytes < LARGE_BYTES) return undefined;
      const entered = await line.enter(c.get('principal').team, bytes);
      if (typeof entered !== 'function') return busy(entered);
      leave = entered;
      return undefined;
    });
    try {
      await next();
    } finally {
      leave?.();
    }
  };
}
