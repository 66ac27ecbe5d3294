import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Runtime } from '../../runtime/each-runtime.ts';
import type { Figure } from '../figure.ts';
import { shown, spreadOf } from '../side-by-side.ts';
import { ENV, makeKey } from './bench-key.ts';
import { load, quantile, send } from './load.ts';
import { LARGE_LINES, pruneBody } from './texts.ts';

const AT_ONCE = 32;

/** Measures p99 of `/health` while large texts are pruned. */
export async function* benchHealth(runtime: Runtime): AsyncGenerator<Figure> {
  const worker = await runtime.start({ ...ENV, PRUNER_CACHE_MAX_BYTES: '0' });
  try {
    const times = await healthUnderLoad(worker.url, `Bearer ${await makeKey(worker.url)}`);
    yield {
      name: `${runtime.name}: /health p99 under ${AT_ONCE} x 1 MB`,
      measured: quantile(
        times.toSorted((a, b) => a - b),
        0.99,
      ),
      unit: 'ms',
      goal: 50,
      note: `${times.length} probes: ${shown(spreadOf(times))}`,
    };
  } finally {
    await worker.stop();
  }
}

/** Returns the milliseconds of each `/health`, while another process keeps 32 prunes of a megabyte each in flight. */
async function healthUnderLoad(url: string, authorization: string): Promise<readonly number[]> {
  const child = fork(fileURLToPath(import.meta.url), [url, authorization]);
  let busy = true;
  const done = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() => {
    busy = false;
  });
  await new Promise((resolve) => child.once('message', resolve));
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  while (busy) {
    const from = performance.now();
    await send(`${url}/health`, undefined, {}, agent);
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
  if ((await done) !== 0) throw new Error('a large prune was not answered with 200');
  return times;
}

if (import.meta.main) {
  const [url = '', authorization = ''] = process.argv.slice(2);
  const bodies = Array.from({ length: AT_ONCE }, (_, i) => pruneBody(LARGE_LINES, i));
  process.send?.('ready');
  const { statuses } = await load({
    url: `${url}/prune`,
    headers: { authorization },
    body: (i) => bodies[i] as string,
    requests: bodies.length,
    concurrency: AT_ONCE,
  });
  process.exitCode = statuses[200] === bodies.length ? 0 : 1;
  process.disconnect?.();
}
