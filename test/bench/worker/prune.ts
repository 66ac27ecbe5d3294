import type { Runtime } from '../../runtime/each-runtime.ts';
import type { Figure } from '../figure.ts';
import { startBare } from './bare.ts';
import { ENV, makeKey } from './bench-key.ts';
import { byBlocks, type Loaded, type Server } from './measure.ts';

/**
 * Starts differ by some percent, depending on how the compiler optimizes the program. So more starts give more
 * information than more requests.
 */
const STARTS = 3;

const ms = (value: number): string => `${value.toFixed(2)} ms`;

/** Results of each server after one start, under the same load. */
interface Start {
  readonly echo: Loaded;
  readonly bare: Loaded;
  readonly ours: Loaded;
  /** The bare prune that first asks D1 and the rate limit, as the worker does. */
  readonly asked?: Loaded | undefined;
}

async function loadStarted(runtime: Runtime): Promise<Start> {
  const bareServer = await startBare(runtime.name);
  const worker = await runtime.start({ ...ENV, PRUNER_CACHE_MAX_BYTES: '0' });
  try {
    const headers = { authorization: `Bearer ${await makeKey(worker.url)}` };
    const at = (path: string): Server => ({ name: path, url: bareServer.url + path, pid: bareServer.child.pid ?? 0 });
    const servers: readonly Server[] = [
      at('/echo'),
      at('/prune'),
      { name: 'worker', url: `${worker.url}/prune`, headers, pid: worker.child.pid ?? 0 },
      ...(runtime.name === 'workerd' ? [at('/asked/prune')] : []),
    ];
    const loaded = await byBlocks(servers);
    const [echo, bare, ours, asked] = loaded as unknown as readonly [Loaded, Loaded, Loaded, Loaded?];
    return { echo, bare, ours, asked };
  } finally {
    await worker.stop();
    await bareServer.stop();
  }
}

/** Returns the mean of each value over the starts. */
function meanOf(all: readonly Loaded[]): Loaded {
  const of = (value: (one: Loaded) => number): number => all.reduce((sum, one) => sum + value(one), 0) / all.length;
  return {
    cpu: of(({ cpu }) => cpu),
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
  };
}

const sides = (ours: Loaded, other: Loaded): string => `worker ${ms(ours.cpu)}, bare ${ms(other.cpu)}`;

/**
 * Compares the processor time of a prune with that of a bare route that prunes. Yields each start when it is measured,
 * and then the mean.
 */
export async function* benchPrune(runtime: Runtime): AsyncGenerator<Figure> {
  const { name } = runtime;
  const starts: Start[] = [];
  for (let i = 1; i <= STARTS; i++) {
    const start = await loadStarted(runtime);
    starts.push(start);
    const { ours, bare } = start;
    yield {
      name: `${name}: worker's, of the bare prune's, start ${i} of ${STARTS}`,
      measured: ours.cpu / bare.cpu,
      unit: 'times',
      note: sides(ours, bare),
    };
  }
  const mean = (of: keyof Start): Loaded => meanOf(starts.flatMap((start) => start[of] ?? []));
  const ours = mean('ours');
  const eachStart = (of: 'bare' | 'asked'): string =>
    `[${starts.map((start) => (start.ours.cpu / (start[of]?.cpu ?? Number.NaN)).toFixed(2)).join(', ')}]`;
  const of = (other: 'bare' | 'asked', said: string): Figure => ({
    name: `${name}: worker's processor time, of the bare prune's${said}`,
    measured: ours.cpu / mean(other).cpu,
    unit: 'times',
    goal: 1.15,
    note: `${sides(ours, mean(other))} ${eachStart(other)}`,
  });
  const asks = name === 'workerd';
  const bare = of('bare', '');
  yield asks ? { ...bare, note: `${bare.note}; D1 and the rate limit run in this process here, as in the next` } : bare;
  if (asks) yield of('asked', ', asking the services too');
  yield {
    name: `${name}: processor time of a 500-line prune`,
    measured: ours.cpu,
    unit: 'ms',
    goal: 10,
    note: `[${starts.map((start) => ms(start.ours.cpu)).join(', ')}]`,
  };
  for (const [other, what] of [
    ['echo', 'an echo'],
    ['bare', 'a bare prune'],
    ['ours', "the worker's prune"],
  ] as const) {
    const { perSecond, p50, p99, cpu } = mean(other);
    yield {
      name: `${name}: ${what}, 4 at once`,
      measured: 1000 / perSecond,
      unit: 'ms',
      note: `${perSecond.toFixed(0)} requests/s: p50 ${ms(p50)}, p99 ${ms(p99)}; ${ms(cpu)} of processor each`,
    };
  }
}
