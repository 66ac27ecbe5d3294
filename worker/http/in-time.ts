import { inTime as settledInTime } from '../../src/base/in-time.ts';

/** How long a body may take to arrive, in milliseconds. One that never ends must not hold its connection forever. */
export const ARRIVAL_MS = 60_000;

/**
 * Resolves to the result, to `late` after a timeout, or to `cut` if the work fails. After a timeout `work` continues,
 * but its outcome is ignored.
 */
export function arrivedInTime<T>(work: Promise<T>, ms: number = ARRIVAL_MS): Promise<T | 'late' | 'cut'> {
  // A body fails if its connection does; Deno's signal does not report that.
  const whole = work.catch((): 'cut' => 'cut');
  return settledInTime(whole, ms, (): 'late' => 'late');
}
