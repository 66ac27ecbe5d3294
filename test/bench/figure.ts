/** One measured figure and its goal, the highest value that is good; no goal: for information. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit: 'ms' | 'times' | 'kB' | 'answers';
  readonly goal?: number;
  /** The goal that was set first, if the one that holds is looser, and why. */
  readonly loosened?: { readonly from: number; readonly because: string };
  /** What was put into relation, and how far it spread. */
  readonly note?: string;
}

export function isMissed({ measured, goal }: Figure): boolean {
  return goal !== undefined && !(measured <= goal);
}

const WIDTHS = [68, 14, 10, 7] as const;

/** A figure as one line: its name, the measured value, the goal, whether it is reached, and what else is to be said. */
export function toRow(figure: Figure): string {
  const { name, measured, unit, goal, loosened, note = '' } = figure;
  const verdict = goal === undefined ? '' : isMissed(figure) ? 'MISSED' : 'reached';
  const value = measured < 0.1 ? measured.toPrecision(2) : measured.toFixed(2);
  const cells = [name, `${value} ${unit}`, goal === undefined ? '' : `goal ${goal}`, verdict];
  const history = loosened === undefined ? '' : `goal loosened from ${loosened.from}: ${loosened.because}`;
  const said = [note, history].filter((one) => one !== '').join('; ');
  return `${cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join('  ')}  ${said}`.trimEnd();
}
