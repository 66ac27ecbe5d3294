import type { MiddlewareHandler } from 'hono';
import type { WorkerContext } from '../worker-context.ts';

/** Lets go of the place in the line; safe to call again. */
export type Leave = () => void;

/** Has large texts computed on one after another, so that between any two bursts of work the event loop is free. */
export interface LargeTexts {
  /** Resolves when it is one's turn. */
  enter(): Promise<Leave>;
}

/** From this size in bytes a body is large: pruning it takes more than some milliseconds. */
export const LARGE_BYTES = 65_536;

/** Requests wait for one another, first come, first served. For hosts in which a process outlives its requests. */
export function createLine(): LargeTexts {
  let last = Promise.resolve();
  return {
    async enter() {
      const before = last;
      let leave: Leave = () => {};
      last = new Promise((resolve) => {
        leave = resolve;
      });
      await before;
      return leave;
    },
  };
}

export interface PolledLineOptions {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Longer than any large text takes: whoever holds the place for so long has gone without leaving. */
const LOST_MS = 3_000;
const LONGEST_POLL_MS = 20;

/**
 * The same for workerd, where a promise that one request made and another waits for ends with the first: each looks for
 * itself whether the place is free, in an order of chance.
 */
export function createPolledLine({ now, pause }: PolledLineOptions): LargeTexts {
  let holder: { readonly since: number } | undefined;
  let waiting = 0;
  return {
    async enter() {
      waiting++;
      while (holder !== undefined && now() - holder.since < LOST_MS) await pause(Math.min(waiting, LONGEST_POLL_MS));
      waiting--;
      const mine = { since: now() };
      holder = mine;
      return () => {
        if (holder === mine) holder = undefined;
      };
    },
  };
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
      if (line !== undefined && leave === undefined && bytes >= LARGE_BYTES) leave = await line.enter();
    });
    try {
      await next();
    } finally {
      leave?.();
    }
  };
}
