import { printable } from './printable.ts';

/**
 * Formats a value as one line of JSON that is safe for a terminal: control characters that `JSON.stringify` leaves are
 * escaped.
 */
export function jsonLine(value: unknown): string {
  return `${printable(JSON.stringify(value))}\n`;
}
