import type { Measured } from './measured.ts';

/** A run of kept lines, 1-based and inclusive. */
export interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

/** Returns the runs of kept lines, shifted by `offset`: the number of lines before the text in its file. */
export function toSpans(keptLines: readonly number[], offset: number): LineSpan[] {
  const spans: { startLine: number; endLine: number }[] = [];
  for (const line of keptLines) {
    const last = spans.at(-1);
    if (last !== undefined && last.endLine === line + offset - 1) last.endLine++;
    else spans.push({ startLine: line + offset, endLine: line + offset });
  }
  return spans;
}

/**
 * Numbers the lines of a pruned text, as in `  12 | code`. Markers are found from the kept and known lines, never by
 * their looks.
 */
export function numbered(measured: Measured, offset: number): string {
  const width = String((measured.keptLines.at(-1) ?? 0) + offset).length + 2;
  const numbers = numbersOf(measured);
  const shown = measured.text.split(/\r\n|\r|\n/).map((line, at) => {
    const number = numbers[at];
    return number === undefined ? line : `${String(number + offset).padStart(width)} | ${line}`;
  });
  return shown.join('\n');
}

/**
 * Number of each line shown, up to the last kept one; undefined for a marker. Each gap and each known run has one
 * marker.
 */
function numbersOf({ keptLines, knownLines = [] }: Measured): (number | undefined)[] {
  const numbers: (number | undefined)[] = [];
  let next = 0;
  let at = 1;
  for (const kept of keptLines) {
    while (at < kept) {
      const run = knownLines[next];
      numbers.push(undefined);
      if (run?.first === at) {
        at = run.last + 1;
        next++;
      } else at = Math.min(kept, run?.first ?? kept);
    }
    numbers.push(kept);
    at = kept + 1;
  }
  return numbers;
}
