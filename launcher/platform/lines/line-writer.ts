import type { Writable } from 'node:stream';

/** Max bytes to write at once. A write of many megabytes can fail if a pipe's reader takes only part of it. */
const PIECE_BYTES = 256 * 1024;

export type WriteLine = (line: string, done: (error?: Error | null) => void) => void;

interface Waiting {
  readonly line: Buffer;
  readonly done: (error?: Error | null) => void;
}

/**
 * Writes lines one after another, in pieces, each after the previous one is flushed. If a write fails, the callbacks of
 * its line and of all waiting lines get the error, because a partial line invalidates everything after it.
 */
export function createLineWriter(output: Writable): WriteLine {
  const waiting: Waiting[] = [];
  let failure: Error | undefined;
  let writing = false;

  // A loop instead of recursion, because thousands of lines may wait if a client stops reading before it dies.
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
