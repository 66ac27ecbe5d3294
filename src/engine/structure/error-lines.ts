const NEEDLES = ['Error', 'ERROR', 'error:', 'FAIL', 'Exception', 'FATAL', 'fatal:', 'panic'];
/** Max UTF-16 units searched, so that a text of any size takes a few milliseconds. */
const SEARCHED = 2_000_000;

export interface ErrorLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/**
 * Finds the first lines of `text[from, to)` that report an error: at most `max`, and each text once. It knows fewer words
 * than `hardEvidence`, because it searches megabytes of text inside JSON without splitting them into lines.
 */
export function errorLines(text: string, from: number, to: number, max: number): ErrorLine[] {
  const until = Math.min(to, from + SEARCHED);
  const part = text.slice(from, until);
  const starts = new Map<string, number>();
  for (const needle of NEEDLES) {
    let found = 0;
    for (let at = part.indexOf(needle); at >= 0 && found < max; ) {
      const start = part.lastIndexOf('\n', at) + 1;
      const end = part.indexOf('\n', at);
      const to = end < 0 ? part.length : end;
      const told = part.slice(start, to).replace(/\r$/, '');
      // A repeated error must not hide the others.
      if (!starts.has(told)) {
        starts.set(told, start);
        found++;
      }
      at = part.indexOf(needle, to);
    }
  }
  const inOrder = [...starts].sort(([, a], [, b]) => a - b).slice(0, max);
  let line = 1;
  let counted = 0;
  return inOrder.map(([told, start]) => {
    line += countBreaks(text, counted, from + start);
    counted = from + start;
    return { line, text: told };
  });
}

function countBreaks(text: string, from: number, to: number): number {
  let n = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) n++;
  return n;
}
