/** One measured figure and what it may be at most; no bound: for information. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit: 'ms' | 'times' | 'kB' | 'answers';
  readonly bound?: number;
  /** What was put into relation. */
  readonly note?: string;
}

export function isOver({ measured, bound }: Figure): boolean {
  return bound !== undefined && !(measured <= bound);
}

const WIDTHS = [60, 14, 10, 5] as const;

/** A figure as one line: its name, the measured value, the bound and whether it is kept, and what was put into relation. */
export function toRow(figure: Figure): string {
  const { name, measured, unit, bound, note = '' } = figure;
  const verdict = bound === undefined ? '' : isOver(figure) ? 'OVER' : 'ok';
  const cells = [name, `${measured.toFixed(2)} ${unit}`, bound === undefined ? '' : `<= ${bound}`, verdict];
  return `${cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join('  ')}  ${note}`.trimEnd();
}

/** Figures, one a line. */
export function toTable(figures: readonly Figure[]): string {
  return figures.map(toRow).join('\n');
}
