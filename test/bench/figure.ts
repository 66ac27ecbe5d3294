/** One measured figure, and its goal: the highest acceptable value. A figure without a goal is only for information. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit: 'ms' | 'times' | 'kB' | 'answers';
  readonly goal?: number;
  /** The original goal if the present one is looser, and the reason. */
  readonly loosened?: { readonly from: number; readonly because: string };
  /** The values that were compared, and their spread. */
  readonly note?: string;
}

export function isMissed({ measured, goal }: Figure): boolean {
  return goal !== undefined && !(measured <= goal);
}

/** Room above a goal on a busy machine. */
const ROOM = 1.5;

/** Eases a goal for a busy machine. Milliseconds have none there; ratios and counts hardly change. */
export function eased({ goal, ...figure }: Figure): Figure {
  return goal === undefined || figure.unit === 'ms' ? figure : { ...figure, goal: goal * ROOM };
}

const WIDTHS = [68, 14, 10, 7] as const;

/** Formats a figure as one line: name, measured value, goal, verdict and notes. */
export function toRow(figure: Figure): string {
  const { name, measured, unit, goal, loosened, note = '' } = figure;
  const verdict = goal === undefined ? '' : isMissed(figure) ? 'MISSED' : 'reached';
  const value = measured < 0.1 ? measured.toPrecision(2) : measured.toFixed(2);
  const cells = [name, `${value} ${unit}`, goal === undefined ? '' : `goal ${goal}`, verdict];
  const history = loosened === undefined ? '' : `goal loosened from ${loosened.from}: ${loosened.because}`;
  const said = [note, history].filter((one) => one !== '').join('; ');
  return `${cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join('  ')}  ${said}`.trimEnd();
}
