/** How long a body may take to arrive, in milliseconds: one that never ends must not hold its connection for ever. */
export const ARRIVAL_MS = 60_000;

/** What comes in time, `late`, or `cut` where it fails. When it is late `work` goes on, and nobody waits for it. */
export async function inTime<T>(work: Promise<T>, ms: number = ARRIVAL_MS): Promise<T | 'late' | 'cut'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  // A body fails with its connection, which Deno's signal does not tell.
  const whole = work.catch((): 'cut' => 'cut');
  return Promise.race([whole, late]).finally(() => clearTimeout(timer));
}
