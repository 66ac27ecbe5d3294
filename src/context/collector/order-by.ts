/** Bytes of a number of 64 bits, least significant first as all engines have them. */
const BYTES = 8;
const VALUES = 256;

/** Numbers with their places. */
interface Run {
  readonly numbers: Float64Array;
  readonly bytes: Uint8Array;
  readonly places: Uint32Array;
}

/**
 * `places` in ascending order of the numbers at them, those of equal ones in the order in which they come. The numbers
 * are finite and not negative: those sort as their bytes do, which is a radix sort (LSD), whose time grows as their count
 * does and that goes through memory from its start to its end, where comparisons look at two places anywhere in it.
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
    // All have it in common.
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

/** How many numbers have each value of each of their bytes. */
function countBytes({ bytes }: Run): Uint32Array {
  const counts = new Uint32Array(BYTES * VALUES);
  for (let i = 0; i < bytes.length; i++) {
    const at = (i % BYTES) * VALUES + (bytes[i] as number);
    counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}

/** Counts by value become the places where each value begins. */
function toStarts(counts: Uint32Array): void {
  let sum = 0;
  for (let value = 0; value < VALUES; value++) {
    const count = counts[value] as number;
    counts[value] = sum;
    sum += count;
  }
}
