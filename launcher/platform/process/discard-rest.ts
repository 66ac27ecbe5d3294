import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers';

const PAUSE_MS = 10;

/**
 * Keeps reading and discards the data, without keeping the event loop alive. Closing the pipe would kill background
 * processes at their next output. Pauses keep a `yes &` from occupying the server.
 */
export function discardRest(pipe: Readable & { unref?: () => void }): void {
  pipe.on('data', () => {
    pipe.pause();
    setTimeout(() => pipe.resume(), PAUSE_MS).unref();
  });
  pipe.on('error', () => {}); // Errors of this pipe no longer matter.
  pipe.unref?.();
  pipe.resume();
}
