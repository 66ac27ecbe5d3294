import type { Timers } from '../../platform/timers.ts';
import type { CommandContext } from '../command.ts';

const EACH_MS = 1000;

const CLEAR = '\r\u001b[K';

/** A status line on a terminal that names the operation that the command waits for. */
export interface Waiting {
  /** Changes the text of the line. */
  say(what: string): void;
  /** Prints text on stdout. The line returns below it within a second. */
  print(text: string): void;
  /** Clears the line. */
  stop(): void;
}

/** Shows the current operation and its duration on a terminal. Prints nothing elsewhere. */
export function showWaiting(
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
  first: string,
  timers: Timers,
): Waiting {
  if (!stderr.isTTY) return { say() {}, print: (text) => void stdout.write(text), stop() {} };
  const start = timers.now();
  let what = first;
  let cancel = (): void => {};
  const show = (): void => {
    cancel();
    const seconds = Math.round((timers.now() - start) / EACH_MS);
    const end = ` …${seconds === 0 ? '' : ` ${seconds} s`}`;
    // A longer line would wrap, and could not be cleared.
    stderr.write(`${CLEAR}${what.slice(0, (stderr.columns || 80) - end.length - 1)}${end}`);
    cancel = timers.after(EACH_MS, show);
  };
  show();
  return {
    say(next) {
      what = next;
      show();
    },
    print(text) {
      stderr.write(CLEAR);
      stdout.write(text);
    },
    stop() {
      cancel();
      stderr.write(CLEAR);
    },
  };
}
