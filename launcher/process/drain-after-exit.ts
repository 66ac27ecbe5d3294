import type { Readable } from 'node:stream';
import type { Timers } from './timers.ts';

/**
 * Silence after which nothing more is on its way, and the longest wait for it, in milliseconds; and how many such silences
 * it takes where nothing of the child's group is left: what holds the pipe then has left the group, or the machine is busy.
 */
export const DRAIN = { quietMs: 150, silences: 4, maxMs: 1000 } as const;

/**
 * Waits until the streams of a child that exited have given what was in their pipes: until they end, or, where
 * something in the background holds them open, until they are quiet, or until `DRAIN.maxMs` have passed. `isHeld` tells
 * whether anything of the child's may hold them: where nothing does, silence most likely means a busy machine. Default: it
 * may.
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
        // Timers run before pipes are read: a busy loop must get its turn at the pipes before silence is believed.
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
