import { untilAborted } from '../base/until-aborted.ts';

/** Limits concurrent work and the length of the queue. */
export interface Slots {
  readonly taken: number;
  readonly waiting: number;
  /**
   * Returns undefined at once if the queue is full. Otherwise resolves, first come, first served, to a function that
   * releases the slot. Rejects with the signal's reason.
   */
  take(signal: AbortSignal): Promise<() => void> | undefined;
}

export interface SlotsOptions {
  readonly max: number;
  /** Max callers in the queue. */
  readonly line: number;
  /**
   * Milliseconds after which a slot counts as free. If a runtime drops a request whose caller left, nothing releases
   * its slot.
   */
  readonly leaseMs: number;
  /** Returns milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Creates slots, all of them free. */
export function createSlots({ max, line, leaseMs, now }: SlotsOptions): Slots {
  // Release function of each taken slot, and its expiry.
  const taken = new Map<() => void, number>();
  // A Set keeps the order of the queue and lets callers leave.
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
    if (next === undefined || taken.size >= max) return;
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
      if (taken.size < max) return Promise.resolve(take());
      if (waiting.size >= line) return undefined;
      let turn: () => void = () => {};
      const called = new Promise<() => void>((resolve) => {
        turn = () => resolve(take());
      });
      waiting.add(turn);
      return untilAborted(called, signal, () => {
        // Called and aborted at once: pass the slot on.
        if (!waiting.delete(turn)) void called.then((giveBack) => giveBack());
      });
    },
  };
}
