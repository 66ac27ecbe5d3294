import { toCodeUnits, unitsOf } from '../text/code-units.ts';
import type { Lines } from '../text/lines.ts';

/** See `hashLine`. */
export type LineHash = number;

/** Min characters. Shorter lines, such as brackets, are not distinctive. */
const MIN_CHARS = 9;

/**
 * Returns a 52-bit hash of the line `units[from, to)`, without white space at either end. Returns 0 if the line is
 * too short to be distinctive.
 */
export function hashLine(units: Uint16Array, from: number, to: number): LineHash {
  let start = from;
  let end = to;
  while (start < end && (units[start] as number) <= 0x20) start++;
  while (end > start && (units[end - 1] as number) <= 0x20) end--;
  if (end - start < MIN_CHARS) return 0;
  let one = 0x811c9dc5;
  let two = 0x41c6ce57;
  for (let i = start; i < end; i++) {
    const c = units[i] as number;
    one = Math.imul(one ^ c, 0x01000193);
    two = Math.imul(two ^ c, 0x5f356495);
  }
  two ^= two >>> 15;
  return ((two >>> 0) & 0xfffff) * 0x1_0000_0000 + (one >>> 0) || 1;
}

const known = new WeakMap<Lines, Float64Array>();

/** Returns the hash of each line. Computed once and shared by all callers while the lines are in use. */
export function hashesOf(lines: Lines): Float64Array {
  let hashes = known.get(lines);
  if (hashes === undefined) {
    hashes = hashLines(lines, unitsOf(lines));
    known.set(lines, hashes);
  }
  return hashes;
}

/** Computes the hash of each line. */
export function hashLines({ text, starts, ends, count }: Lines, units: Uint16Array = toCodeUnits(text)): Float64Array {
  const hashes = new Float64Array(count);
  for (let line = 0; line < count; line++) hashes[line] = hashLine(units, starts[line] as number, ends[line] as number);
  return hashes;
}
