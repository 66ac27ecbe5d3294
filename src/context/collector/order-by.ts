/** Bytes of a 64-bit number, least significant first. Every engine we run on is little-endian. */
const BYTES = 8;
const VALUES = 256;

/** Numbers with their places. */
interface Run {
  readonly numbers: Float64Array;
  readonly bytes: Uint8Array;
  readonly places: Uint32Array;
}

/**
 * Returns `places` in ascending order of `numbers[place]`; ties keep their order. Numbers must be finite and not
 * negative, because those sort like their bytes. LSD radix sort: linear time and sequential memory access, where a
 * comparison sort jumps around in memory.
 */
export function orderBy(numbers: Float64Array, places: Uint32Array): Uint32Array {
  const count = places.length;
  let from = openRun(count);
  from.places.set(places);
  for (let i = 0; i < count; i++) from.numbers[i] = numbers[places[i] as number] as number;
  const starts = countBytes(from);
  let to = openRun(count);
  for (let digit = 0; digit < BYTES; digit++) {
    const next = starts.subarray(digit * VALUES, (digit + 1) * VALUES);
    // All numbers share this byte, so it changes nothing.
    if (next.includes(count)) continue;
    toStarts(next);
    for (let i = 0; i < count; i++) {
      const value = from.bytes[i * BYTES + digit] as number;
      const at = next[value] as number;
      next[value] = at + 1;
      to.numbers[at] = from.numbers[i] as number;
      to.places[at] = from.places[i] as number;
    }
    [from, to] = [to, from];
  }
  return from.places;
}

function openRun(count: number): Run {
  const numbers = new Float64Array(count);
  return { numbers, bytes: new Uint8Array(numbers.buffer), places: new Uint32Array(count) };
}

/** Counts how many numbers have each value of each of their bytes. */
function countBytes({ bytes }: Run): Uint32Array {
  const counts = new Uint32Array(BYTES * VALUES);
  for (let i = 0; i < bytes.length; i++) {
    const at = (i % BYTES) * VALUES + (bytes[i] as number);
    counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}

/** Turns counts by value into the place at which each value begins. */
function toStarts(counts: Uint32Array): void {
  let sum = 0;
  for (let value = 0; value < VALUES; value++) {
    const count = counts[value] as number;
    counts[value] = sum;
    sum += count;
  }
}
