/** How long a body may take to arrive, in milliseconds. One that never ends must not hold its connection forever. */
export const ARRIVAL_MS = 60_000;

/**
 * Resolves to the result, `late` after a timeout, or `cut` if the work fails. After a timeout `work` goes on, but
 * nobody waits for it.
 */
export async function inTime<T>(work: Promise<T>, ms: number = ARRIVAL_MS): Promise<T | 'late' | 'cut'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  // A body fails if its connection does; Deno's signal does not report that.
  const whole = work.catch((): 'cut' => 'cut');
  return Promise.race([whole, late]).finally(() => clearTimeout(timer));
}
