import { untilAborted } from '../until-aborted.ts';

/** Lets so many work at once, and so many wait in line. */
export interface Slots {
  readonly taken: number;
  readonly waiting: number;
  /**
   * Undefined at once where the line is full; else resolves, in the order of asking, to a function that gives the slot
   * back. Rejects with the signal's reason.
   */
  take(signal: AbortSignal): Promise<() => void> | undefined;
}

export interface SlotsOptions {
  readonly most: number;
  /** How many may wait. */
  readonly line: number;
  /**
   * Milliseconds after which a slot is taken to be free. Where a runtime drops a request whose caller has gone, nothing
   * gives its slot back.
   */
  readonly leaseMs: number;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Starts with all slots free. */
export function createSlots({ most, line, leaseMs, now }: SlotsOptions): Slots {
  // What gives each slot back, and until when it is believed to come.
  const taken = new Map<() => void, number>();
  // A Set keeps the order of asking, and lets go of whoever has left.
  const waiting = new Set<() => void>();

  const take = (): (() => void) => {
    const giveBack = (): void => {
      if (taken.delete(giveBack)) callNext();
    };
    taken.set(giveBack, now() + leaseMs);
    return giveBack;
  };

  const callNext = (): void => {
    const [next] = waiting;
    if (next === undefined || taken.size >= most) return;
    waiting.delete(next);
    next();
  };

  const reclaim = (): void => {
    for (const [giveBack, until] of [...taken]) if (now() >= until) giveBack();
  };

  return {
    get taken() {
      return taken.size;
    },
    get waiting() {
      return waiting.size;
    },
    take(signal) {
      reclaim();
      if (taken.size < most) return Promise.resolve(take());
      if (waiting.size >= line) return undefined;
      let turn: () => void = () => {};
      const called = new Promise<() => void>((resolve) => {
        turn = () => resolve(take());
      });
      waiting.add(turn);
      return untilAborted(called, signal, () => {
        // Called and aborted at once: the slot is passed on.
        if (!waiting.delete(turn)) void called.then((giveBack) => giveBack());
      });
    },
  };
}
