import { addSavings, DEFINITIONS, NOTHING, netOf, type Savings, type SavingsSums } from '../../savings/savings.ts';

/** Tokens of one day, tool or project. */
export interface SavingsSum extends SavingsSums {
  /** Name of the day, tool or project. */
  readonly name: string;
  /** Tokens saved minus their cost; may be negative. */
  readonly net: number;
}

export type SavingsReport = Readonly<ReturnType<typeof sumSavings>>;

/** Tool name under which definitions are shown. */
const DEFINITIONS_NAME = '(definitions)';

/** Sums up rows. Days are in order; tools and projects are sorted by savings, highest first. */
export function sumSavings(rows: readonly Savings[]) {
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

const withNet = (name: string, sum: SavingsSums): SavingsSum => ({ name, ...sum, net: netOf(sum) });
