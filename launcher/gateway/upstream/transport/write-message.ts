import type { Writable } from 'node:stream';
import { writeJson } from '../../../../src/base/json/json-number.ts';

/** Writes a message as a line. Rejects with the result of `lost` if nobody reads from `to` any more. */
export function writeLine(to: Writable | undefined, message: object, lost: () => Error): Promise<void> {
  if (to?.writable !== true) return Promise.reject(lost());
  return new Promise((resolve, reject) => {
    to.write(`${writeJson(message)}\n`, (error) => (error ? reject(lost()) : resolve()));
  });
}
