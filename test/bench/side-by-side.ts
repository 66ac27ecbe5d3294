/** Runs one measured thing once and resolves to its milliseconds. */
export type Timed = () => Promise<number>;

const WARM_UP = 3;
const RUNS = 21;

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] as number;
}

/** Median milliseconds of each, measured in turns, so that what slows this machine for a while slows all of them. */
export async function sideBySide<Name extends string>(
  timed: Readonly<Record<Name, Timed>>,
  runs: number = RUNS,
): Promise<Record<Name, number>> {
  const entries = Object.entries(timed) as [Name, Timed][];
  const times = new Map<Name, number[]>(entries.map(([name]) => [name, []]));
  for (let run = -WARM_UP; run < runs; run++) {
    for (const [name, once] of entries) {
      const took = await once();
      if (run >= 0) times.get(name)?.push(took);
    }
  }
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each)])) as Record<Name, number>;
}

export async function timing(once: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await once();
  return performance.now() - from;
}
