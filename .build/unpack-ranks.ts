/** gpt-tokenizer's form of a table. Index `rank` has the token's text, or its bytes if they are not valid UTF-8. */
export type Ranks = (string | number[])[];

/** Ranks 0 to 255 are the single bytes, in the library's own order; every later rank merges two earlier ones. */
export const SINGLE = 256;
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Numbers at the beginning: the count of merges, of different left halves, and of different right halves. */
const HEAD = 3;

/**
 * Unpacks the output of `packRanks`. Takes about 60 ms for the 199,998 ranks of o200k. It is fast, because text is
 * concatenated, and only tokens made of partial characters are decoded.
 */
export function unpackRanks(packed: string): Ranks {
  const digits = new Uint8Array(128);
  for (const [value, digit] of [...DIGITS].entries()) digits[digit.charCodeAt(0)] = value;
  let at = 0;
  const read = (count: number): Int32Array => {
    const numbers = new Int32Array(count);
    for (let column = 0; column < 3; column++) {
      for (let i = 0; i < count; i++) {
        numbers[i] = ((numbers[i] as number) << 6) | (digits[packed.charCodeAt(at++)] as number);
      }
    }
    return numbers;
  };
  const readHalves = (different: number, merges: number): Int32Array => {
    const list = read(different);
    for (let i = 1; i < different; i++) list[i] = ((list[i - 1] as number) + (list[i] as number)) % 64 ** 3;
    return read(merges).map((place) => list[place] as number);
  };

  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes: number[]): string | number[] => {
    // A decoder would drop a byte order mark, so the library keeps such tokens as bytes.
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes;
    try {
      return decoder.decode(Uint8Array.from(bytes));
    } catch {
      return bytes;
    }
  };
  const parts = (token: string | number[]): number[] =>
    typeof token === 'string' ? [...encoder.encode(token)] : token;

  const [merges = 0, different = 0, others = 0, ...singles] = read(HEAD + SINGLE);
  const lefts = readHalves(different, merges);
  const rights = readHalves(others, merges);
  const ranks: Ranks = new Array(SINGLE + merges);
  for (const [rank, byte] of singles.entries()) ranks[rank] = decode([byte]);
  for (let i = 0; i < merges; i++) {
    const left = ranks[lefts[i] as number] as string | number[];
    const right = ranks[rights[i] as number] as string | number[];
    const text = typeof left === 'string' && typeof right === 'string';
    ranks[SINGLE + i] = text ? left + right : decode([...parts(left), ...parts(right)]);
  }
  return ranks;
}
