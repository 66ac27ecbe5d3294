import type { Pause } from '../../src/pruning/steps.ts';

/** Lets the event loop turn once, so that it answers whatever has arrived. */
export type LoopTurn = () => Promise<void>;

/** How many characters may be computed on before the event loop gets a look in: some milliseconds of work. */
const BURST_CHARS = 65_536;

/** By a timer: on every runtime, and on Deno the one way that lets the network in. Costs a millisecond where idle. */
export const byTimer: LoopTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** By an immediate, which Node runs after what has arrived, and at once where nothing has. */
export const byImmediate: LoopTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Hands out turns to compute on texts of so many characters (UTF-16 units). Large texts wait in line, each in a task of
 * its own, so that the event loop answers in between and `/health` waits for one stage of one text at most. Small texts
 * do not wait.
 */
export function createTurns(loopTurn: LoopTurn = byTimer): Pause {
  let spent = 0;
  let last = Promise.resolve();
  return (chars) => {
    spent += chars;
    if (spent < BURST_CHARS) return Promise.resolve();
    last = last.then(loopTurn);
    spent = 0;
    return last;
  };
}

/** Shorter bursts: without a line, several texts may have theirs before the loop comes to what has arrived. */
const BURST_OF_ONES_OWN_CHARS = 16_384;

/**
 * The same without a line, for workerd: there a request's timers end with it, and whoever stood in line behind it would
 * wait for ever. Its event loop answers others between any two tasks.
 */
export function createTurnsOfOnesOwn(): Pause {
  let spent = 0;
  return (chars) => {
    spent += chars;
    if (spent < BURST_OF_ONES_OWN_CHARS) return Promise.resolve();
    spent = 0;
    return byTimer();
  };
}
