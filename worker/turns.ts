/**
 * Hands out turns to compute, one at a time and in order, each in a task of its own: between two turns the event loop
 * answers what else has come in, so that `/health` waits for one stage of one text at most.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));
    return last;
  };
}
