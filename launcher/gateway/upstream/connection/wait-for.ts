import type { Timers } from '../../../platform/timers.ts';

interface Patience {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly timers: Timers;
  onTimeout(): Error;
}

/** Waits for work that continues without this caller, for at most `ms` milliseconds, or until `signal` is aborted. */
export function waitFor<T>(work: Promise<T>, { ms, signal, timers, onTimeout }: Patience): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => end(() => reject(signal.reason));
    const cancel = timers.after(ms, () => end(() => reject(onTimeout())));
    const end = (settle: () => void): void => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    signal.addEventListener('abort', onAbort);
    work.then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
