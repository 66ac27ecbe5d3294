import type { Readable } from 'node:stream';
import type { Timers } from '../timers.ts';

/**
 * Limits in milliseconds, except `silences`. `quietMs`: silence after which the output counts as complete. `maxMs`: max
 * wait. `silences`: number of silences required if the child's group is gone, because then the machine may be busy, or
 * a process outside the group holds the pipe.
 */
export const DRAIN = { quietMs: 150, silences: 4, maxMs: 1000 } as const;

/**
 * Waits until the pipes of an exited child are drained: until they end, until they are quiet if a background process
 * holds them open, or for at most `DRAIN.maxMs`. `isHeld` tells whether a process of the child's group may hold them.
 * If no process does, silence probably means a busy machine. Default: a process may hold them.
 */
export function drainAfterExit(
  streams: readonly Readable[],
  timers: Timers,
  isHeld: () => boolean = () => true,
): Promise<void> {
  return new Promise((resolve) => {
    const deadline = timers.now() + DRAIN.maxMs;
    let open = streams.filter((stream) => !stream.readableEnded && !stream.destroyed).length;
    let arrived = false;
    let silences = 0;
    let cancel = (): void => {};
    const onData = (): void => {
      arrived = true;
    };
    const finish = (): void => {
      cancel();
      for (const stream of streams) {
        stream.off('data', onData);
        stream.off('close', onClose);
      }
      resolve();
    };
    const onClose = (): void => {
      if (--open <= 0) finish();
    };
    const wait = (): void => {
      cancel = timers.after(DRAIN.quietMs, () => {
        // Timers run before pipes are read. In a busy loop, give the pipes a turn before counting a silence.
        setImmediate(() => {
          silences = arrived ? 0 : silences + 1;
          const isQuiet = silences >= (isHeld() ? 1 : DRAIN.silences);
          if (timers.now() >= deadline || isQuiet) return finish();
          arrived = false;
          wait();
        });
      });
    };
    if (open === 0) return resolve();
    for (const stream of streams) {
      stream.on('data', onData);
      stream.once('close', onClose);
    }
    wait();
  });
}
