/** How many characters (code points, so that 😀 is one) `text` has. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The 1-based character column of what begins at byte `offset` of `line`'s UTF-8 form. */
export function columnOfByte(line: string, offset: number): number {
  // A character has at least one byte, so the first `offset` bytes lie within the first `offset` units.
  return characters(Buffer.from(line.slice(0, offset)).subarray(0, offset).toString()) + 1;
}

/** The same for bytes that need not be UTF-8. */
export function columnOfRawByte(line: Buffer, offset: number): number {
  return characters(line.subarray(0, offset).toString()) + 1;
}

/** The 1-based character column of the first `needle` in `line`, or `null` where it has none. */
export function columnOfText(line: string, needle: string, caseSensitive: boolean): number | null {
  const index = caseSensitive ? line.indexOf(needle) : line.toLowerCase().indexOf(needle.toLowerCase());
  return index < 0 ? null : characters(line.slice(0, index)) + 1;
}
