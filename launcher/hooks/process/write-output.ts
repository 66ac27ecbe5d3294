import { writeSync } from 'node:fs';

/** Writes a text completely, because a pipe may accept only a part at a time. */
export function writeOutput(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
}
