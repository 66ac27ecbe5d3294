import type { Pause } from '../../src/pruning/steps.ts';

/** Lets the event loop turn once, so that it answers whatever has arrived. */
export type LoopTurn = () => Promise<void>;

/** How many characters may be computed on before the event loop gets a look in: some milliseconds of work. */
const BURST_CHARS = 65_536;

/** By a timer: on every runtime, and on Deno the one way that lets the network in. Costs a millisecond where idle. */
export const byTimer: LoopTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** By an immediate, which Node runs after what has arrived, and at once where nothing has. */
export const byImmediate: LoopTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Hands out turns to compute on so many characters (UTF-16 units): the loop turns between one burst and the next. */
export function createTurns(loopTurn: LoopTurn = byTimer): Pause {
  let spent = 0;
  return (chars) => {
    spent += chars;
    if (spent < BURST_CHARS) return Promise.resolve();
    spent = 0;
    return loopTurn();
  };
}
