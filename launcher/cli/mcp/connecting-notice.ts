import type { Timers } from '../../process/timers.ts';

const EACH_MS = 1000;

/** Says on a terminal what is waited for, and for how long by now; nothing elsewhere. Returns what takes it away. */
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
