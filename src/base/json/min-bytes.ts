import { isContainer } from './json.ts';

/** Lower bound of a value's JSON size in bytes; stops counting above `max`. */
export function minBytes(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (!isContainer(value)) return 1;
  // The opening bracket, and after each item a comma or the closing bracket.
  let bytes = 1;
  if (Array.isArray(value)) {
    // Not `for in`, which first lists all indices of a long array.
    for (let i = 0; i < value.length && bytes <= max; i++) bytes += minBytes(value[i], max - bytes) + 1;
    return Math.max(2, bytes);
  }
  for (const key in value) {
    bytes += minBytes((value as Record<string, unknown>)[key], max - bytes) + 1;
    if (bytes > max) break;
  }
  return Math.max(2, bytes);
}
