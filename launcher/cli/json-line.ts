import { printable } from './printable.ts';

/** A value as one line of JSON that a terminal may have too: what `JSON.stringify` lets through is escaped in it. */
export function jsonLine(value: unknown): string {
  return `${printable(JSON.stringify(value))}\n`;
}
