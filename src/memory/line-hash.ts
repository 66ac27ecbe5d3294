import type { Lines } from '../pruning/lines.ts';
import type { LineHash } from './session-context.ts';

/** Shorter lines, such as brackets, say nothing. */
const LEAST_CHARS = 9;

/**
 * A hash of 52 bits of the line `text[from, to)`, white space at its ends aside; 0 for a line that is too short to be told
 * from others.
 */
export function hashLine(text: string, from: number, to: number): LineHash {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  if (end - start < LEAST_CHARS) return 0;
  let one = 0x811c9dc5;
  let two = 0x41c6ce57;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    one = Math.imul(one ^ c, 0x01000193);
    two = Math.imul(two ^ c, 0x5f356495);
  }
  two ^= two >>> 15;
  return ((two >>> 0) & 0xfffff) * 0x1_0000_0000 + (one >>> 0) || 1;
}

/** The hash of each line. */
export function hashLines({ text, starts, ends, count }: Lines): Float64Array {
  const hashes = new Float64Array(count);
  for (let line = 0; line < count; line++) hashes[line] = hashLine(text, starts[line] as number, ends[line] as number);
  return hashes;
}
