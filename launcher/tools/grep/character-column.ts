/** Counts the characters (code points) of `text`, so that an emoji counts as one. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns the part of a line before byte `offset` of its UTF-8 form, or of the raw bytes if given. */
export function textBefore(line: string, raw: Buffer | undefined, offset: number): string {
  if (raw !== undefined) return raw.subarray(0, offset).toString();
  // A character has at least one byte, so the first `offset` bytes lie within the first `offset` UTF-16 units.
  return Buffer.from(line.slice(0, offset)).subarray(0, offset).toString();
}

/** Returns the offset of the first `needle` in `line`, in UTF-16 units, or -1. */
export function offsetOfText(line: string, needle: string, caseSensitive: boolean): number {
  return caseSensitive ? line.indexOf(needle) : line.toLowerCase().indexOf(needle.toLowerCase());
}
