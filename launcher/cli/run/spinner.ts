import type { Timers } from '../../platform/timers.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const CLEAR = '\r\u001b[K';

/** An animated status line at the bottom of a terminal. */
export interface Spinner {
  /** Sets the status text. */
  say(words: string): void;
  /** Prints complete lines above it. */
  print(lines: string): void;
  /** Removes the status line. */
  stop(): void;
}

/** Creates a spinner. If `stream` is not a terminal, only printed lines are written. */
export function createSpinner(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>,
  timers: Timers,
): Spinner {
  let words = '';
  let frame = 0;
  let cancel: (() => void) | undefined;
  let stopped = !stream.isTTY;
  const draw = (): void => {
    const line = `${FRAMES[frame % FRAMES.length]} ${words}`;
    stream.write(`${CLEAR}${line.slice(0, (stream.columns || 80) - 1)}`);
  };
  const turn = (): void => {
    frame += 1;
    draw();
    cancel = timers.after(FRAME_MS, turn);
  };
  return {
    say(what) {
      words = what;
      if (stopped) return;
      draw();
      cancel ??= timers.after(FRAME_MS, turn);
    },
    print(lines) {
      stream.write(stopped ? lines : `${CLEAR}${lines}`);
      if (!stopped) draw();
    },
    stop() {
      cancel?.();
      if (!stopped) stream.write(CLEAR);
      stopped = true;
    },
  };
}
