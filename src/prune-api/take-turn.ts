import type { Pause } from '../text/cooperative-task.ts';
import type { PruneContext } from './prune-context.ts';

/** Waits for its turn, and stops if the request was cancelled. */
export function takeTurn({ turn, signal }: PruneContext): Pause {
  return async (chars) => {
    await turn(chars);
    signal?.throwIfAborted();
  };
}
