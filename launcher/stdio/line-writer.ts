import type { Writable } from 'node:stream';

/** Bytes that are handed to the stream at once: many megabytes more than a pipe's reader takes can fail as a whole. */
const PIECE_BYTES = 256 * 1024;

export type WriteLine = (line: string, done: (error?: Error | null) => void) => void;

interface Waiting {
  readonly line: Buffer;
  readonly done: (error?: Error | null) => void;
}

/**
 * Writes lines one after the other, each in pieces of which the next follows when the one before is out. Every write may
 * fail: the line's own callback hears of it, and so do those that wait, since half a line makes all that follows void.
 */
export function createLineWriter(output: Writable): WriteLine {
  const waiting: Waiting[] = [];
  let failure: Error | undefined;
  let writing = false;

  // In a loop: thousands may wait where a client stopped reading before it died.
  const failAll = (error: Error): void => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) one.done(error);
    writing = false;
  };
  const writeFrom = (one: Waiting, at: number): void => {
    if (at >= one.line.length) {
      waiting.shift();
      one.done();
      next();
      return;
    }
    const written = (error?: Error | null): void => {
      if (error) failure = error;
      if (failure !== undefined) failAll(failure);
      else writeFrom(one, at + PIECE_BYTES);
    };
    try {
      output.write(one.line.subarray(at, at + PIECE_BYTES), written);
    } catch (error) {
      written(error as Error);
    }
  };
  const next = (): void => {
    const [one] = waiting;
    writing = one !== undefined;
    if (one === undefined) return;
    if (failure === undefined) writeFrom(one, 0);
    else failAll(failure);
  };

  return (line, done) => {
    waiting.push({ line: Buffer.from(line), done });
    if (!writing) next();
  };
}
