import { isContainer } from './json.ts';

/** Bytes that a value takes at least as JSON; stops counting above `most`. */
export function leastBytes(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (!isContainer(value)) return 1;
  // The opening bracket, and behind each item a comma or the closing one.
  let bytes = 1;
  if (Array.isArray(value)) {
    // Not `for in`: it lists all the indices of a long array first.
    for (let i = 0; i < value.length && bytes <= most; i++) bytes += leastBytes(value[i], most - bytes) + 1;
    return Math.max(2, bytes);
  }
  for (const key in value) {
    bytes += leastBytes((value as Record<string, unknown>)[key], most - bytes) + 1;
    if (bytes > most) break;
  }
  return Math.max(2, bytes);
}
