import type { ProxyMode } from '../../support/tcp-proxy.ts';
import type { Figure } from '../figure.ts';
import { quantile } from '../worker/load.ts';
import { pruneBody } from '../worker/texts.ts';
import { openBooks } from './books.ts';
import { steadily } from './pace.ts';
import { openStage } from './stage.ts';
import { fill } from './traffic.ts';
import { until } from './until.ts';

const MODES: readonly (readonly [name: string, mode: ProxyMode | 'refused'])[] = [
  ['that refuses connections', 'refused'],
  ['that accepts connections and says nothing', 'silent'],
  ['that accepts connections and closes them', 'close'],
  ['that answers after ten seconds', 10_000],
];
const KEYS = 20;
const PER_SECOND = 20;
const SECONDS = 15;
const LINES = 200;

/** Measures prunes of known keys on one worker whose PostgreSQL goes away, and the way back. */
export async function* benchAway(): AsyncGenerator<Figure> {
  for (const [name, mode] of MODES) {
    const stage = await openStage({ replicas: 1, redis: false, s3: false, proxied: true });
    try {
      const { url = '' } = stage.replicas[0] ?? {};
      const books = openBooks();
      await fill(url, books, { teams: 2, keys: KEYS });
      const keys = [...books.keys.values()].map(({ key }) => key);
      const body = (i: number): string => pruneBody(LINES, i);
      const pace = { url, key: (i: number) => keys[i % KEYS] as string, perSecond: PER_SECOND, body };
      await steadily({ ...pace, requests: 4 * KEYS });
      if (mode === 'refused') await stage.postgres.kill();
      else stage.proxy?.become(mode);
      const { times, others } = await steadily({ ...pace, requests: PER_SECOND * SECONDS });
      const sorted = times.toSorted((a, b) => a - b);
      yield {
        ...{ name: `p50 of a known key on a PostgreSQL ${name}`, measured: quantile(sorted, 0.5), unit: 'ms' },
        note: `p99 ${quantile(sorted, 0.99).toFixed(0)} ms, at most ${sorted.at(-1)?.toFixed(0)} ms; ${times.length} prunes; others: ${JSON.stringify(others)}`,
      };
      if (mode === 'refused') await stage.postgres.start();
      else stage.proxy?.become('pass');
      const from = performance.now();
      await until(async () => (await fetch(`${url}/ready`)).status === 200);
      yield { name: 'until it is ready again', measured: performance.now() - from, unit: 'ms', goal: 2_000 };
    } finally {
      await stage.close();
    }
  }
}
