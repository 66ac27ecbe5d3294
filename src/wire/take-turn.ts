import type { Pause } from '../pruning/steps.ts';
import type { PruneDoor } from './prune-door.ts';

/** The door's turns, for a caller who is still there: nobody waits for the answer to a request that was cancelled. */
export function takeTurn({ turn, signal }: PruneDoor): Pause {
  return async (chars) => {
    await turn(chars);
    signal?.throwIfAborted();
  };
}
