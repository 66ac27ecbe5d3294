/** How many characters may be computed on before the event loop gets a look in: some milliseconds of work. */
const BURST_CHARS = 65_536;

/**
 * Hands out turns to compute on texts of so many characters (UTF-16 units). Large texts wait in line, each in a task of
 * its own, so that the event loop answers in between and `/health` waits for one stage of one text at most. Small texts
 * do not wait: a timer costs a millisecond, which is what pruning them costs.
 */
export function createTurns(): (chars: number) => Promise<void> {
  let spent = 0;
  let last = Promise.resolve();
  return (chars) => {
    spent += chars;
    if (spent < BURST_CHARS) return Promise.resolve();
    last = last.then(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));
    spent = 0;
    return last;
  };
}
