import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers';

const PAUSE_MS = 10;

/**
 * Reads on and drops what comes, without keeping the server's event loop alive. Closing the pipe instead would kill
 * what lives on in the background when it next prints; reading without pause would let a `yes &` occupy the server.
 */
export function discardRest(pipe: Readable & { unref?: () => void }): void {
  pipe.on('data', () => {
    pipe.pause();
    setTimeout(() => pipe.resume(), PAUSE_MS).unref();
  });
  pipe.on('error', () => {}); // Of no interest to anybody now.
  pipe.unref?.();
  pipe.resume();
}
