import { isContainer } from './json.ts';
import { JsonNumber } from './json-number.ts';

/** Max nesting depth that is searched. */
const MAX_DEPTH = 500;

/**
 * Replaces every `JsonNumber` by a double, for code that calculates or validates; returns the value itself if there is
 * none.
 */
export const withPlainNumbers = <T>(value: T): T => toPlain(value, 0) as T;

function toPlain(value: unknown, depth: number): unknown {
  if (value instanceof JsonNumber) return Number(value);
  if (!isContainer(value) || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const plain = value.map((one) => toPlain(one, depth + 1));
    return plain.some((one, i) => one !== value[i]) ? plain : value;
  }
  const entries = Object.entries(value);
  const plain = entries.map(([key, one]): [string, unknown] => [key, toPlain(one, depth + 1)]);
  return plain.some(([, one], i) => one !== entries[i]?.[1]) ? Object.fromEntries(plain) : value;
}
