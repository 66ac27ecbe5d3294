import { inTime } from '../../../../src/base/in-time.ts';
import type { Timers } from '../../../platform/timers.ts';

interface Patience {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly timers: Timers;
  onTimeout(): Error;
}

/** Waits for work that continues without this caller, for at most `ms` milliseconds, or until `signal` is aborted. */
export function waitFor<T>(work: Promise<T>, { ms, signal, timers, onTimeout }: Patience): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  const late = (): never => {
    throw onTimeout();
  };
  return inTime(Promise.race([work, aborted]), ms, late, timers.after).finally(() =>
    signal.removeEventListener('abort', onAbort),
  );
}
