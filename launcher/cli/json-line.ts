import { printable } from './printable.ts';

/**
 * Formats a value as one line of JSON that is safe for a terminal: control characters that `JSON.stringify` leaves are
 * escaped.
 */
export const jsonLine = (value: unknown): string => `${printable(JSON.stringify(value))}\n`;
