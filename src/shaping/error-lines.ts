const NEEDLES = ['Error', 'ERROR', 'error:', 'FAIL', 'Exception', 'FATAL', 'fatal:', 'panic'];
/** UTF-16 units that are searched from either end: a text of any size takes some milliseconds at most. */
const SEARCHED = 2_000_000;

export interface ErrorLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** The first lines of `text[from, to)` that tell of an error, `most` at most and each text once. */
export function errorLines(text: string, from: number, to: number, most: number): ErrorLine[] {
  if (most <= 0 || to <= from) return [];
  const until = Math.min(to, from + SEARCHED);
  const part = text.slice(from, until);
  const starts = new Set<number>();
  for (const needle of NEEDLES) {
    let found = 0;
    for (let at = part.indexOf(needle); at >= 0 && found < most; found++) {
      starts.add(part.lastIndexOf('\n', at) + 1);
      const end = part.indexOf('\n', at);
      at = end < 0 ? -1 : part.indexOf(needle, end);
    }
  }
  const lines: ErrorLine[] = [];
  let line = countBreaks(text, 0, from) + 1;
  let counted = 0;
  for (const start of [...starts].sort((a, b) => a - b)) {
    if (lines.length === most) break;
    line += countBreaks(part, counted, start);
    counted = start;
    const end = part.indexOf('\n', start);
    const told = part.slice(start, end < 0 ? part.length : end).replace(/\r$/, '');
    if (!lines.some(({ text: one }) => one === told)) lines.push({ line, text: told });
  }
  return lines;
}

function countBreaks(text: string, from: number, to: number): number {
  let n = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) n++;
  return n;
}
