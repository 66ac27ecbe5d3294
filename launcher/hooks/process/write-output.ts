import { writeSync } from 'node:fs';

/** Writes a whole text: a pipe may take a part of it at once. */
export function writeOutput(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
}
