import type { MiddlewareHandler } from 'hono';
import { type WireFailure, wireFailure } from '../../src/wire/wire-failure.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Lets go of the place in the line; safe to call again. */
export type Leave = () => void;

/** The team has too much waiting; it may try again after so many whole seconds. */
export interface LineFull {
  readonly retryAfterSeconds: number;
}

/**
 * Has each team's large texts computed on one after another, those of a few teams at a time, so that between any two
 * bursts of work the event loop is free, and that no team waits behind all that another one sent.
 */
export interface LargeTexts {
  /** Resolves when it is this team's turn, or at once where too much of it waits already. */
  enter(team: string, bytes: number): Promise<Leave | LineFull>;
}

/** From this size in bytes a body is large: pruning it takes more than some milliseconds. */
export const LARGE_BYTES = 65_536;

export interface LineLimits {
  /** Teams that are computed for at once; the others take turns. */
  readonly teams: number;
  /** Requests of one team that wait, and their bytes. */
  readonly waiting: number;
  readonly bytes: number;
}

/** Bodies that wait are held in memory. */
const LIMITS: LineLimits = { teams: 8, waiting: 64, bytes: 128 * 1024 * 1024 };
/** What is computed on in a second at least, in bytes. */
const BYTES_A_SECOND = 4 * 1024 * 1024;

/** What of each team waits, within limits. */
class Waiting {
  readonly #teams = new Map<string, { count: number; bytes: number }>();
  readonly #limits: LineLimits;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** Why there is no room for another request. The first to wait always has room. */
  full(team: string, bytes: number): LineFull | undefined {
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

/** A team's requests come first come, first served, and teams by turns. For hosts in which a process outlives its requests. */
export function createLine(given: Partial<LineLimits> = {}): LargeTexts {
  const limits = { ...LIMITS, ...given };
  const waiting = new Waiting(limits);
  const active = new Set<string>();
  // In the order in which teams are next.
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

export interface PolledLineOptions extends Partial<LineLimits> {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Longer than any large text takes: whoever holds the place for so long has gone without leaving. */
const LOST_MS = 3_000;
/** Whoever has not looked for so long has gone while waiting. */
const GONE_MS = 500;
const LONGEST_POLL_MS = 20;

interface Waiter {
  readonly team: string;
  readonly bytes: number;
  lookedAt: number;
}

/**
 * The same for workerd, where a promise that one request made and another waits for ends with the first: each looks for
 * itself whether it is next. The more of them wait, the less often each looks.
 */
export function createPolledLine({ now, pause, ...given }: PolledLineOptions): LargeTexts {
  const limits = { ...LIMITS, ...given };
  const waiting = new Waiting(limits);
  const active = new Map<string, { readonly since: number }>();
  // First come, first served; `served` tells when a team that still waits had its last turn.
  const waiters = new Set<Waiter>();
  const served = new Map<string, number>();
  let turns = 0;

  const join = (me: Waiter): void => {
    waiting.add(me.team, me.bytes);
    waiters.add(me);
  };
  const isNext = (me: Waiter): boolean => {
    me.lookedAt = now();
    // Taken for gone while the event loop was kept busy.
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

/** The answer to a team that has too much waiting. */
export function busy({ retryAfterSeconds }: LineFull): WireFailure {
  return wireFailure('busy', "Too many of the team's large requests are waiting", retryAfterSeconds);
}

/**
 * Holds a place in the line for a request whose body turns out to be large, from before it is decoded until it is
 * answered; or for one that has a large text read from elsewhere. Without a line each computes as it comes: with an upstream, most of the time is spent waiting for that.
 */
export function inLine(line: LargeTexts | undefined): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    let leave: Leave | undefined;
    c.set('sized', async (bytes) => {
      // Whoever stands in the line already would wait for themselves.
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
