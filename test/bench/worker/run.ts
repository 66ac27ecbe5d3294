import { parseArgs } from 'node:util';
import { eachRuntime } from '../../runtime/each-runtime.ts';
import type { Figure } from '../figure.ts';
import { chosenSections, runSections, type Sections } from '../run-sections.ts';
import { median } from '../side-by-side.ts';
import { startBare } from './bare.ts';
import { ADMIN, makeKey } from './bench-key.ts';
import { byBlocks, byTurns, type Loaded, type Server } from './measure.ts';
import { healthUnderLoad } from './probe.ts';
import { steady } from './steady.ts';

const ENV = { PRUNER_ADMIN_KEY: ADMIN, PRUNER_RATE_PER_MINUTE: '0' };

/** A start differs from the next by some percent, by how its compiler takes the program: more starts tell more than more requests. */
const STARTS = 6;

const ms = (value: number): string => `${value.toFixed(2)} ms`;

type Runtime = ReturnType<typeof eachRuntime>[number];

/** What a load came to, and the probes of `/health` after it. */
interface Start {
  readonly servers: readonly string[];
  readonly loaded: readonly Loaded[];
  readonly health: Awaited<ReturnType<typeof healthUnderLoad>>;
}

async function loadStarted(runtime: Runtime): Promise<Start> {
  const { name } = runtime;
  const bare = await startBare(name);
  const plain = await runtime.start({ ...ENV, PRUNER_CACHE_TTL_S: '0' });
  const headers = { authorization: `Bearer ${await makeKey(plain.url)}` };
  const ofBare = { pid: bare.child.pid ?? 0 };
  const servers: readonly Server[] = [
    { name: `${name}: echo`, url: `${bare.url}/echo`, ...ofBare },
    { name: `${name}: bare prune`, url: `${bare.url}/prune`, ...ofBare },
    { name: `${name}: worker's prune`, url: `${plain.url}/prune`, headers, pid: plain.child.pid ?? 0 },
    ...(name === 'workerd'
      ? [{ name: `${name}: bare prune, services asked`, url: `${bare.url}/asked/prune`, ...ofBare }]
      : []),
  ];
  const loaded = await byBlocks(servers);
  const health = await healthUnderLoad(plain.url, headers.authorization);
  await plain.stop();
  await bare.stop();
  return { servers: servers.map((one) => one.name), loaded, health };
}

/** The mean of each value over the starts. */
function meanOf(all: readonly Loaded[]): Loaded {
  const of = (value: (one: Loaded) => number): number => all.reduce((sum, one) => sum + value(one), 0) / all.length;
  return {
    cpu: of(({ cpu }) => cpu),
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
  };
}

async function benchRuntime(runtime: Runtime): Promise<readonly Figure[]> {
  const { name } = runtime;
  const asks = name === 'workerd';
  const starts: Start[] = [];
  for (let i = 0; i < STARTS; i++) starts.push(await loadStarted(runtime));
  const servers = starts[0]?.servers ?? [];
  const loaded = servers.map((_, place) => meanOf(starts.map((start) => start.loaded[place] as Loaded)));
  const [, barePrune, ours, asked] = loaded as unknown as readonly [Loaded, Loaded, Loaded, Loaded?];
  const healths = starts.map((start) => start.health);
  const probes = healths.reduce((sum, one) => sum + one.probes, 0);
  const eachStart = (place: number): string =>
    starts.map(({ loaded: one }) => ((one[2]?.cpu ?? 0) / (one[place]?.cpu ?? 0)).toFixed(2)).join(', ');

  const bare = await startBare(name);
  const cached = await runtime.start(ENV);
  const remembering = { url: `${cached.url}/prune`, headers: { authorization: `Bearer ${await makeKey(cached.url)}` } };
  const again = await byTurns([
    { name: 'miss', ...remembering },
    { name: 'hit', ...remembering },
    { name: 'echoed', url: `${bare.url}/echo` },
    ...(asks ? [{ name: 'asked', url: `${bare.url}/asked/echo` }] : []),
  ]);
  await cached.stop();
  await bare.stop();
  await runtime.dispose();

  const { miss = 0, hit = 0, echoed = 0 } = again;
  const askedEcho = again['asked'];
  const loads = loaded.map(({ cpu, perSecond, p50, p99 }, place) => ({
    name: servers[place] ?? '',
    measured: 1000 / perSecond,
    unit: 'ms' as const,
    note: `${perSecond.toFixed(0)} requests/s, 4 at once: p50 ${ms(p50)}, p99 ${ms(p99)}; ${ms(cpu)} of processor each`,
  }));
  return [
    ...loads,
    {
      name: `${name}: worker's processor time, of the bare prune's`,
      measured: ours.cpu / barePrune.cpu,
      unit: 'times',
      bound: 1.15,
      note: `${ms(ours.cpu)}, ${ms(barePrune.cpu)}; by start ${eachStart(1)}`,
    },
    ...(asked === undefined
      ? []
      : [
          {
            name: `${name}: the same, services asked by both`,
            measured: ours.cpu / asked.cpu,
            unit: 'times' as const,
            bound: 1.15,
            note: `${ms(ours.cpu)}, ${ms(asked.cpu)}; by start ${eachStart(3)}`,
          },
        ]),
    { name: `${name}: processor time of a 500-line prune`, measured: ours.cpu, unit: 'ms', bound: 10 },
    {
      name: `${name}: remembered, of pruned, beyond an echo`,
      measured: (hit - echoed) / (miss - echoed),
      unit: 'times',
      bound: 0.2,
      note: `remembered ${ms(hit)}, pruned ${ms(miss)}, echoed ${ms(echoed)}`,
    },
    ...(askedEcho === undefined
      ? []
      : [
          {
            name: `${name}: the same, beyond an echo that asked the services`,
            measured: (hit - askedEcho) / (miss - askedEcho),
            unit: 'times' as const,
            bound: 0.2,
            note: `echoed ${ms(askedEcho)}`,
          },
        ]),
    {
      name: `${name}: /health p99 under 32 x 1 MB`,
      measured: median(healths.map(({ p99 }) => p99)),
      unit: 'ms',
      bound: 50,
      note: `${probes} probes; by start ${healths.map(({ p99 }) => ms(p99)).join(', ')}`,
    },
  ];
}

/**
 * `node test/bench/worker/run.ts [--runtime NAME] [--steady SECONDS]`: exits with 1 where a figure is over its bound.
 * With `--steady` nothing but a steady load of so many seconds, on all runtimes at once.
 */
const { values } = parseArgs({ options: { runtime: { type: 'string' }, steady: { type: 'string' } } });
const seconds = Number(values.steady);
const sections: Sections =
  values.steady === undefined
    ? Object.fromEntries(eachRuntime().map((runtime) => [runtime.name.toLowerCase(), () => benchRuntime(runtime)]))
    : { steady: async () => (await Promise.all(eachRuntime().map((runtime) => steady(runtime, seconds)))).flat() };
const wanted = values.runtime === undefined ? [] : [values.runtime.toLowerCase()];
await runSections(chosenSections(sections, wanted), (line) => void process.stdout.write(line));
