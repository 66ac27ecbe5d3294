import { setImmediate } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { quantile } from '../worker/load.ts';
import { cpuMs } from '../worker/process-use.ts';
import { pruneBody } from '../worker/texts.ts';
import { openBooks } from './books.ts';
import { steadily } from './pace.ts';
import { openStage, type Stage } from './stage.ts';
import { admin, fill } from './traffic.ts';

const KEYS = 100;
const TEAMS = 10;
/** Length of a file, as agents read them. */
const LINES = 200;
const WARM_UP = 500;
const SECONDS = 60;

/** Simulates ten thousand developers with 300 prunes a day each, in their busiest hours, with a hundred keys. */
export async function* benchSimulation(perSecond: number): AsyncGenerator<Figure> {
  const stage = await openStage({ replicas: 3, redis: true, s3: true, env: { PRUNER_RATE_PER_MINUTE: '1000000' } });
  try {
    const books = openBooks();
    await fill(stage.url, books, { teams: TEAMS, keys: KEYS });
    const keys = [...books.keys.values()].map(({ key }) => key);
    const pace = { url: stage.url, key: (i: number) => keys[i % KEYS] as string };
    const body = (i: number): string => pruneBody(LINES, i);
    await steadily({ ...pace, perSecond: perSecond / 2, requests: WARM_UP, body });
    const [before, bytes] = [usedBy(stage), sizeOf(stage)];
    const requests = perSecond * SECONDS;
    const { times, others, seconds } = await steadily({
      ...{ ...pace, perSecond, requests, body: (i: number) => body(WARM_UP + i) },
    });
    const after = usedBy(stage);
    const cores = after.map(({ ms }, i) => (ms - (before[i]?.ms ?? 0)) / 1_000 / seconds);
    const sorted = times.toSorted((a, b) => a - b);
    yield {
      ...{ name: `answers other than 200, of ${requests} at ${perSecond}/s`, measured: requests - times.length },
      ...{ unit: 'answers', goal: 0, note: JSON.stringify(others) },
    };
    yield {
      ...{ name: 'p99 of a prune', measured: quantile(sorted, 0.99), unit: 'ms' },
      note: `p50 ${quantile(sorted, 0.5).toFixed(1)} ms; ${(requests / seconds).toFixed(0)}/s were done`,
    };
    const used = after.map(({ name }, i) => `${name} ${(((cores[i] ?? 0) * 1_000) / perSecond).toFixed(2)} ms`);
    yield {
      name: 'processor time of a prune, all together',
      ...{ measured: (cores.reduce((sum, one) => sum + one, 0) * 1_000) / perSecond, unit: 'ms' },
      note: used.join(', '),
    };
    yield {
      ...{ name: 'what a prune adds to PostgreSQL', measured: (sizeOf(stage) - bytes) / requests / 1_000, unit: 'kB' },
      note: tablesOf(stage),
    };
    yield* benchDay(stage);
  } finally {
    await stage.close();
  }
}

const DEVELOPERS = 10_000;
const HOURS = 8;
/** Combinations of tool, kind of text and outcome for one key within an hour. */
const SORTS = 6;
/** Keys whose usage is written in one transaction. */
const AT_ONCE = 500;

/** Measures the size of a day's usage of ten thousand keys, and how long a report over it takes. */
async function* benchDay(stage: Stage): AsyncGenerator<Figure> {
  const size = (): number => Number(stage.sql("SELECT pg_total_relation_size('usage')")[0]);
  const before = size();
  // Not in one transaction, in which each row would look at all former versions of its team's sum.
  for (let key = 1; key <= DEVELOPERS; key += AT_ONCE) {
    stage.sql(
      `INSERT INTO usage SELECT 'hour', (SELECT id FROM teams ORDER BY id LIMIT 1), (1779998400000 + h * 3600000::bigint), 'key ' || k, 'tool ' || s,
       'code', 'embedded', 'miss', 'ok', 5, 100000, 25000, 6000, 30
     FROM generate_series(${key}, ${key + AT_ONCE - 1}) k, generate_series(1, ${HOURS}) h, generate_series(1, ${SORTS}) s`,
    );
    // So that connections that nginx closes meanwhile are noticed.
    await setImmediate();
  }
  const rows = DEVELOPERS * HOURS * SORTS;
  yield {
    ...{ name: `a day's usage of ${DEVELOPERS} keys`, measured: (size() - before) / 1_000, unit: 'kB' },
    note: `${rows} rows of ${((size() - before) / rows).toFixed(0)} bytes, indexes and all: ${SORTS} sorts of calls in each of ${HOURS} hours`,
  };
  const from = performance.now();
  const query = 'period=hour&group_by=team,tool&from=2026-05-28T00:00:00Z&to=2026-05-30T00:00:00Z';
  const report = await admin(stage.url, 'GET', `/v1/usage?${query}`);
  if (!report.ok || report.status !== 200) throw new Error(`the report was answered ${JSON.stringify(report)}`);
  const { rows: told } = report.json as { readonly rows: readonly unknown[] };
  if (told.length !== SORTS) throw new Error(`the report has ${told.length} rows, and not ${SORTS}`);
  yield { name: 'a report over that day by team and tool', measured: performance.now() - from, unit: 'ms' };
}

function usedBy({ replicas, postgres, redis }: Stage): readonly { readonly name: string; readonly ms: number }[] {
  return [
    { name: 'workers', ms: replicas.reduce((sum, one) => sum + cpuMs(one.pid()), 0) },
    { name: 'PostgreSQL', ms: cpuMs(postgres.pid) },
    { name: 'Redis', ms: cpuMs(redis?.pid() ?? 0) },
  ];
}

function sizeOf({ sql }: Stage): number {
  return Number(sql('SELECT pg_database_size(current_database())')[0]);
}

/** Lists the largest tables with the sizes of their indexes and their numbers of rows. */
function tablesOf({ sql }: Stage): string {
  return sql(
    `SELECT relname || ' ' || pg_size_pretty(pg_total_relation_size(relid)) || ' in ' || n_live_tup || ' rows'
     FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC LIMIT 4`,
  ).join(', ');
}
