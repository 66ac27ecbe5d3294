import type { Measured } from './measured.ts';

/** A run of kept lines, 1-based and inclusive. */
export interface Span {
  readonly startLine: number;
  readonly endLine: number;
}

/** The runs of kept lines, shifted by `offset`: the number of lines that precede the text in its file. */
export function toSpans(keptLines: readonly number[], offset: number): Span[] {
  const spans: { startLine: number; endLine: number }[] = [];
  for (const line of keptLines) {
    const last = spans.at(-1);
    if (last !== undefined && last.endLine === line + offset - 1) last.endLine++;
    else spans.push({ startLine: line + offset, endLine: line + offset });
  }
  return spans;
}

/**
 * Numbers the lines of a pruned text, `  12 | code`. Which of its lines are markers follows from the kept lines: there
 * is one for every gap between them, and no line is told by how it looks.
 */
export function numbered(measured: Measured, offset: number): string {
  const { keptLines } = measured;
  const width = String((keptLines.at(-1) ?? 0) + offset).length + 2;
  let next = 0;
  let last = 0;
  const shown = measured.text.split(/\r\n|\r|\n/).map((line) => {
    const kept = keptLines[next];
    if (kept === undefined) return line;
    if (kept !== last + 1) {
      last = kept - 1;
      return line;
    }
    last = kept;
    next++;
    return `${String(kept + offset).padStart(width)} | ${line}`;
  });
  return shown.join('\n');
}
