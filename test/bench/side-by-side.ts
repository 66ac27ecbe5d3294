/** Runs the measured operation once, and resolves to its milliseconds. */
export type Timed = () => Promise<number>;

const WARM_UP = 3;
const RUNS = 21;

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] as number;
}

/** Median of several runs, and the bounds of the middle half. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] as number;
  return { median: median(values), low: at(0.25), high: at(0.75) };
}

/** `12.3 ms [11.9 to 12.8]` */
export function shown({ median: middle, low, high }: Spread, unit = 'ms', digits = 1): string {
  return `${middle.toFixed(digits)} ${unit} [${low.toFixed(digits)} to ${high.toFixed(digits)}]`;
}

/** Times each operation in milliseconds, in turns, so that a slow phase of the machine slows all of them alike. */
export async function sideBySide<Name extends string>(
  timed: Readonly<Record<Name, Timed>>,
  runs: number = RUNS,
  warmUp: number = WARM_UP,
): Promise<Record<Name, Spread>> {
  const entries = Object.entries(timed) as [Name, Timed][];
  const times = new Map<Name, number[]>(entries.map(([name]) => [name, []]));
  for (let run = -warmUp; run < runs; run++) {
    for (const [name, once] of entries) {
      const took = await once();
      if (run >= 0) times.get(name)?.push(took);
    }
  }
  return Object.fromEntries([...times].map(([name, each]) => [name, spreadOf(each)])) as Record<Name, Spread>;
}

export async function timing(once: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await once();
  return performance.now() - from;
}
