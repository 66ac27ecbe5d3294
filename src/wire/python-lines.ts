// Beyond \n and \r: VT, FF, the file, group and record separators, NEL, and Unicode's line and paragraph separators.
const SEPARATORS = String.fromCharCode(0x0b, 0x0c, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029);
const BREAK: RegExp = new RegExp(`\r\n|[\n\r${SEPARATORS}]`);

/** The lines of a text as Python's `splitlines()` gives them: a break at the end opens no further line. */
export function pythonLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(BREAK);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
