import type { Timers } from '../../platform/timers.ts';

const EACH_MS = 1000;

/**
 * Shows on a terminal what we wait for and how long it has taken; prints nothing elsewhere. Returns a function that
 * clears it.
 */
export function showWaiting(stderr: NodeJS.WriteStream, what: string, timers: Timers): () => void {
  if (!stderr.isTTY) return () => {};
  const start = timers.now();
  let cancel = (): void => {};
  const show = (): void => {
    const seconds = Math.round((timers.now() - start) / EACH_MS);
    stderr.write(`\r${what} …${seconds === 0 ? '' : ` ${seconds} s`}`);
    cancel = timers.after(EACH_MS, show);
  };
  show();
  return () => {
    cancel();
    stderr.write('\r\u001b[K');
  };
}
