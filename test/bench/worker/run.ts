import { eachRuntime, type Runtime } from '../../runtime/each-runtime.ts';
import { runBench } from '../bench-command.ts';
import type { Figure } from '../figure.ts';
import type { Sections } from '../run-sections.ts';
import { benchHealth } from './health.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPrune } from './prune.ts';
import { benchRemembered } from './remembered.ts';
import { benchSteady } from './steady.ts';

/** Long enough to fill caches and to show a memory leak. */
const SECONDS = 600;

/** Measures one runtime after another. */
async function* each(
  runtimes: readonly Runtime[],
  measure: (runtime: Runtime) => AsyncGenerator<Figure>,
): AsyncGenerator<Figure> {
  for (const runtime of runtimes) {
    try {
      yield* measure(runtime);
    } finally {
      await runtime.dispose();
    }
  }
}

function sections({ runtime: wanted, seconds }: Readonly<Record<string, string | undefined>>): Sections {
  const all = eachRuntime();
  const runtimes = all.filter(({ name }) => wanted === undefined || name.toLowerCase() === wanted.toLowerCase());
  if (runtimes.length === 0) {
    throw new Error(`unknown runtime "${wanted}": expected ${all.map(({ name }) => name).join(', ')}`);
  }
  const time = seconds === undefined ? SECONDS : Number(seconds);
  if (!(time >= 10)) throw new Error(`invalid --seconds "${seconds}": expected a number, at least 10`);
  return {
    prune: { about: 'processor time of a 500-line prune', measure: () => each(runtimes, benchPrune) },
    remembered: { about: 'a remembered answer', measure: () => each(runtimes, benchRemembered) },
    health: { about: '/health while large texts are pruned', measure: () => each(runtimes, benchHealth) },
    neighbours: {
      about: 'prunes of a team while another one floods, while usage of 10,000 keys is read, and while it expires',
      measure: () => each(runtimes, benchNeighbours),
    },
    steady: {
      about: `memory under ${time} s of steady load, on all runtimes at once`,
      measure: () => benchSteady(runtimes, time),
      isNamedOnly: true,
    },
  };
}

/** `node test/bench/worker/run.ts [--runtime NAME] [SECTION…]`: the worker on each runtime. Builds what it needs. */
process.exitCode = await runBench(
  {
    name: 'pnpm bench:worker',
    sections,
    options: { runtime: 'only on Node, Deno or workerd', seconds: `how long "steady" takes (default: ${SECONDS})` },
  },
  process.argv.slice(2),
);
