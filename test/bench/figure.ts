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

/** A table of figures, one a line. */
export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    `${figure.measured.toFixed(2)} ${figure.unit}`,
    figure.bound === undefined ? '' : `≤ ${figure.bound}`,
    figure.bound === undefined ? '' : isOver(figure) ? 'OVER' : 'ok',
    figure.note ?? '',
  ]);
  const all = [['figure', 'measured', 'bound', '', 'of which'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] as string).length)));
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
