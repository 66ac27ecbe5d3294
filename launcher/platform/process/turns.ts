import { setImmediate } from 'node:timers/promises';
import type { Pause } from '../../../src/text/cooperative-task.ts';

/** Characters of token counting (about 40 ns each) between two yields to the event loop. A yield takes up to 0.1 ms. */
const TURN_CHARS = 65_536;

/**
 * Yields to the event loop from time to time, so that timeouts fire. All work that shares the function is counted
 * together.
 */
export function createTurns(turn: () => Promise<unknown> = () => setImmediate()): Pause {
  let chars = 0;
  return async (added) => {
    chars += added;
    if (chars < TURN_CHARS) return;
    chars = 0;
    await turn();
  };
}
