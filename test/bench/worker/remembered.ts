import type { Runtime } from '../../runtime/each-runtime.ts';
import type { Figure } from '../figure.ts';
import { shown } from '../side-by-side.ts';
import { startBare } from './bare.ts';
import { ENV, makeKey } from './bench-key.ts';
import { byTurns } from './measure.ts';

/**
 * Compares a cached answer with the same prune uncached. Subtracts the time of a route that only echoes the body from
 * both.
 */
export async function* benchRemembered(runtime: Runtime): AsyncGenerator<Figure> {
  const { name } = runtime;
  const bare = await startBare(name);
  const worker = await runtime.start(ENV);
  try {
    const headers = { authorization: `Bearer ${await makeKey(worker.url)}` };
    const ours = { url: `${worker.url}/prune`, headers };
    // On workerd, the echo can also ask D1 and the rate limit, as the worker does.
    const echoes = name === 'workerd' ? ['/echo', '/asked/echo'] : ['/echo'];
    const [miss, hit, ...echoed] = await byTurns([
      { name: 'pruned', ...ours },
      { name: 'remembered', ...ours },
      ...echoes.map((path) => ({ name: path, url: bare.url + path })),
    ]);
    for (const [at, echo] of echoed.entries()) {
      if (miss === undefined || hit === undefined) return;
      const beyond = at === 0 ? 'an echo' : 'an echo that asks the services';
      yield {
        name: `${name}: remembered, of pruned, beyond ${beyond}`,
        measured: (hit.median - echo.median) / (miss.median - echo.median),
        unit: 'times',
        goal: 0.2,
        note: `remembered ${shown(hit, 'ms', 2)}, pruned ${shown(miss, 'ms', 2)}, echoed ${shown(echo, 'ms', 2)}`,
      };
    }
  } finally {
    await worker.stop();
    await bare.stop();
  }
}
