import { setImmediate } from 'node:timers/promises';
import type { Pause } from '../../src/pruning/cooperative-task.ts';

/** Characters of token counting (some 40 ns each) between two turns of the event loop; a turn takes up to 0.1 ms. */
const TURN_CHARS = 65_536;

/** Lets the event loop turn from time to time, so that limits of time hold. All work that shares it is counted together. */
export function createTurns(turn: () => Promise<unknown> = () => setImmediate()): Pause {
  let chars = 0;
  return async (added) => {
    chars += added;
    if (chars < TURN_CHARS) return;
    chars = 0;
    await turn();
  };
}
