import type { Pause } from '../pruning/steps.ts';
import type { PruneDoor } from './prune-door.ts';

/** Waits for the door's turns, and stops if the request was cancelled. */
export function takeTurn({ turn, signal }: PruneDoor): Pause {
  return async (chars) => {
    await turn(chars);
    signal?.throwIfAborted();
  };
}
