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

/** `most` slots, for which at most `line` may wait. */
export function createSlots(most: number, line: number): Slots {
  let taken = 0;
  // A Set keeps the order of asking, and lets go of whoever has left.
  const waiting = new Set<() => void>();

  const release = (): (() => void) => {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const [next] = waiting;
      if (next === undefined) taken -= 1;
      else {
        waiting.delete(next);
        next();
      }
    };
  };

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting.size;
    },
    take(signal) {
      if (taken < most) {
        taken += 1;
        return Promise.resolve(release());
      }
      if (waiting.size >= line) return undefined;
      let turn: () => void = () => {};
      const called = new Promise<() => void>((resolve) => {
        turn = () => resolve(release());
      });
      waiting.add(turn);
      return untilAborted(called, signal, () => {
        // Called and aborted at once: the slot is passed on.
        if (!waiting.delete(turn)) void called.then((giveBack) => giveBack());
      });
    },
  };
}
