import { addSavings, DEFINITIONS, NOTHING, netOf, type Savings, type SavingsSums } from '../../ledger/savings.ts';

/** Tokens of one day, tool or project. */
export interface SavingsSum extends SavingsSums {
  /** The day, tool or project. */
  readonly name: string;
  /** Saved, less what it cost: may be below zero. */
  readonly net: number;
}

export interface SavingsReport {
  readonly total: SavingsSum;
  readonly sessions: number;
  readonly byDay: readonly SavingsSum[];
  readonly byTool: readonly SavingsSum[];
  readonly byProject: readonly SavingsSum[];
}

/** The tool's name that definitions are shown under. */
const DEFINITIONS_NAME = '(definitions)';

/** Sums of rows; days in order, tools and projects by what they saved, most first. */
export function sumSavings(rows: readonly Savings[]): SavingsReport {
  const calls = rows.map((row) => (row.tool === DEFINITIONS ? { ...row, calls: 0 } : row));
  const by = (nameOf: (row: Savings) => string): SavingsSum[] => {
    const sums = new Map<string, SavingsSums>();
    for (const row of calls) sums.set(nameOf(row), addSavings(sums.get(nameOf(row)) ?? NOTHING, row));
    return [...sums].map(([name, sum]) => withNet(name, sum));
  };
  const mostFirst = (a: SavingsSum, b: SavingsSum): number => b.net - a.net || (a.name < b.name ? -1 : 1);
  const sessions = rows.filter(({ tool }) => tool === DEFINITIONS);
  return {
    total: withNet('', calls.reduce<SavingsSums>(addSavings, NOTHING)),
    sessions: sessions.reduce((sum, row) => sum + row.calls, 0),
    byDay: by(({ day }) => day),
    byTool: by(({ tool }) => (tool === DEFINITIONS ? DEFINITIONS_NAME : tool)).sort(mostFirst),
    byProject: by(({ project }) => project).sort(mostFirst),
  };
}

function withNet(name: string, sum: SavingsSums): SavingsSum {
  return { name, ...sum, net: netOf(sum) };
}
