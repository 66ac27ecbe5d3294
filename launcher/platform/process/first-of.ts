import type { Timers } from '../timers.ts';

interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly enough?: AbortSignal | undefined;
}

/** Resolves to whatever happens first: the child's exit code, the timeout, the caller's abort, or enough output. */
export function firstOf(
  ended: Promise<number>,
  { timeoutMs, signal, enough }: Limits,
  timers: Timers,
): Promise<number | 'timeout' | 'aborted' | 'enough'> {
  return new Promise((resolve) => {
    const settle = (first: number | 'timeout' | 'aborted' | 'enough'): void => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      enough?.removeEventListener('abort', onEnough);
      resolve(first);
    };
    const onAbort = (): void => settle('aborted');
    const onEnough = (): void => settle('enough');
    const cancel = timers.after(timeoutMs, () => settle('timeout'));
    signal.addEventListener('abort', onAbort);
    enough?.addEventListener('abort', onEnough);
    void ended.then(settle);
    if (signal.aborted) onAbort();
    else if (enough?.aborted) onEnough();
  });
}
