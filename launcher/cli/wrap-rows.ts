/** Max width of the first cell, in columns. A longer one gets a line of its own. */
const MAX_FIRST = 30;
/** Min width of the second cell, in columns, even on a narrow terminal. */
const MIN_SECOND = 30;

/** Formats rows of two cells as lines of at most `width` columns. The second cell wraps between words. */
export function wrapRows(rows: readonly (readonly string[])[], width: number): string[] {
  const fitting = rows.map(([first = '']) => first.length).filter((length) => length <= MAX_FIRST);
  const indent = Math.max(0, ...fitting) + 2;
  const room = Math.max(MIN_SECOND, width - indent);
  return rows.flatMap(([first = '', second = '']) => {
    const [head = '', ...rest] = wrap(second, room);
    const below = rest.map((line) => ' '.repeat(indent) + line);
    if (first.length <= MAX_FIRST) return [`${first.padEnd(indent)}${head}`, ...below];
    return [...wrap(first, width), ' '.repeat(indent) + head, ...below];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
