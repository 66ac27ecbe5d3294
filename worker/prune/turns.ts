import type { Pause } from '../../src/pruning/steps.ts';

/** How many characters may be computed on before the event loop gets a look in: some milliseconds of work. */
const BURST_CHARS = 65_536;

/**
 * The event loop turns once. `setImmediate`, which every runtime of ours has, comes after what has arrived; a timer
 * would cost a millisecond where nothing has.
 */
const loopTurns = (): Promise<void> =>
  new Promise((resolve) => (typeof setImmediate === 'function' ? setImmediate(resolve) : setTimeout(resolve, 0)));

/**
 * Hands out turns to compute on texts of so many characters (UTF-16 units). Large texts wait in line, each in a task of
 * its own, so that the event loop answers in between and `/health` waits for one stage of one text at most. Small texts
 * do not wait.
 */
export function createTurns(): Pause {
  let spent = 0;
  let last = Promise.resolve();
  return (chars) => {
    spent += chars;
    if (spent < BURST_CHARS) return Promise.resolve();
    last = last.then(loopTurns);
    spent = 0;
    return last;
  };
}

/**
 * The same without a line, for workerd: there a request's timers end with it, and whoever stood in line behind it would
 * wait for ever. Its event loop answers others between any two tasks.
 */
export function createTurnsOfOnesOwn(): Pause {
  let spent = 0;
  return (chars) => {
    spent += chars;
    if (spent < BURST_CHARS) return Promise.resolve();
    spent = 0;
    return loopTurns();
  };
}
