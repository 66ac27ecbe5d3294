import { eachRuntime } from '../../runtime/each-runtime.ts';
import type { Figure } from '../figure.ts';
import { median, shown, spreadOf } from '../side-by-side.ts';
import { ADMIN, ENV, makeKey } from '../worker/bench-key.ts';
import { load, quantile } from '../worker/load.ts';
import { cpuMs } from '../worker/process-use.ts';
import { pruneBody } from '../worker/texts.ts';
import { ask } from './ask.ts';
import { openBooks } from './books.ts';
import { steadily } from './pace.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';
import { admin, fill } from './traffic.ts';

/** Workers at one address, with their databases and stores. */
interface Setting {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  cpuMs(): number;
  close(): Promise<unknown>;
}

const LINES = 500;
const BLOCKS = 8;
/** Enough for the compilers of three workers, because each worker gets a third of the requests. */
const WARM_UP_BLOCKS = 15;
const REQUESTS = 60;
const CONCURRENCY = 4;
/** Prunes at a fifth of the load, for p99. */
const CALM_REQUESTS = 400;
/** Switches the check of the key's rate on for every request, as by default. */
const CHECKED = { PRUNER_RATE_PER_MINUTE: '1000000' };
const QUOTA = 10 ** 14;

/** Measures processor time, p50 and p99 of a 500-line prune on SQLite, and on PostgreSQL with one and three workers. */
export async function* benchCosts(): AsyncGenerator<Figure> {
  const settings = [await onSqlite(), await onPostgres(1), await onPostgres(3)];
  try {
    const taken = await takeBlocks(settings);
    const cpu = taken.map(({ cpu: each }) => spreadOf(each));
    const [sqlite, ...others] = cpu;
    for (const [i, spread] of others.entries()) {
      yield {
        name: `processor time of a ${LINES}-line prune, ${settings[i + 1]?.name} of SQLite`,
        ...{ measured: spread.median / (sqlite?.median ?? 0), unit: 'times', goal: 1.5 },
        note: `worker and database together: ${shown(spread)}, SQLite ${shown(sqlite ?? spread)}`,
      };
    }
    for (const [i, setting] of settings.entries()) {
      const perSecond = median(taken[i]?.perSecond ?? []);
      const times = (await steadily({ ...setting, perSecond: perSecond / 5, requests: CALM_REQUESTS, body })).times;
      const sorted = times.toSorted((a, b) => a - b);
      yield {
        ...{ name: `p99 at a fifth of the load, ${setting.name}`, measured: quantile(sorted, 0.99), unit: 'ms' },
        note: `p50 ${quantile(sorted, 0.5).toFixed(1)} ms at ${(perSecond / 5).toFixed(0)}/s; ${CONCURRENCY} at once do ${perSecond.toFixed(0)}/s`,
      };
    }
  } finally {
    for (const setting of settings) await setting.close();
  }
}

/**
 * Measures the processor time that the checks of rate and quota add to a small prune, by the place where they are
 * counted.
 */
export async function* benchChecks(): AsyncGenerator<Figure> {
  for (const redis of [false, true]) {
    const free = await openSetting({ replicas: 1, redis, s3: false, env: ENV });
    const checked = await openSetting({ replicas: 1, redis, s3: false, env: CHECKED }, QUOTA);
    try {
      const small = (i: number): string => JSON.stringify({ query: 'why', code: `const a = ${i};\n` });
      const [without, withChecks] = (await takeBlocks([free, checked], small)).map(({ cpu }) => spreadOf(cpu));
      if (without === undefined || withChecks === undefined) throw new Error('nothing was measured');
      yield {
        name: `what rate and quota add to a request, counted in ${redis ? 'Redis' : 'PostgreSQL'}`,
        ...{ measured: withChecks.median - without.median, unit: 'ms' },
        note: `of processor time: ${shown(withChecks, 'ms', 2)}, without ${shown(without, 'ms', 2)}`,
      };
    } finally {
      await free.close();
      await checked.close();
    }
  }
}

let next = 0;
const body = (): string => pruneBody(LINES, next++);

async function onSqlite(): Promise<Setting> {
  const [node] = eachRuntime();
  if (node === undefined) throw new Error('there is no runtime');
  const worker = await node.start({ ...ENV, ...CHECKED });
  const key = await makeKey(worker.url);
  return {
    ...{ name: 'SQLite', url: worker.url, key },
    cpuMs: () => cpuMs(worker.child.pid ?? 0),
    close: async () => {
      await worker.stop();
      await node.dispose();
    },
  };
}

async function onPostgres(replicas: number): Promise<Setting> {
  const name = replicas === 1 ? 'PostgreSQL, one worker' : `PostgreSQL, ${replicas} workers`;
  return { ...(await openSetting({ replicas, redis: false, s3: false, env: CHECKED })), name };
}

async function openSetting(options: StageOptions, quota?: number): Promise<Setting> {
  const stage: Stage = await openStage(options);
  const books = openBooks();
  await fill(stage.url, books, { teams: 1, keys: 1 });
  if (quota !== undefined) await setQuota(stage.url, quota);
  const [key] = books.keys.values();
  return {
    ...{ name: 'PostgreSQL', key: key?.key ?? '', cpuMs: stage.cpuMs, close: stage.close },
    // A single worker is asked directly, as with SQLite.
    url: options.replicas === 1 ? (stage.replicas[0]?.url ?? '') : stage.url,
  };
}

async function setQuota(url: string, quota: number): Promise<void> {
  const teams = await ask({ method: 'GET', url: `${url}/v1/teams`, key: ADMIN });
  const { teams: all } = (teams.ok ? teams.json : { teams: [] }) as { readonly teams: readonly { id: string }[] };
  for (const { id } of all) await admin(url, 'PATCH', `/v1/teams/${id}`, { monthly_quota_bytes: quota });
}

interface Taken {
  /** Milliseconds of processor time of one prune, for each block. */
  readonly cpu: number[];
  readonly perSecond: number[];
}

/** Loads the settings in turns, so that a slow machine slows all of them alike. */
async function takeBlocks(
  settings: readonly Setting[],
  toBody: (i: number) => string = body,
): Promise<readonly Taken[]> {
  const taken = settings.map((): Taken => ({ cpu: [], perSecond: [] }));
  for (let block = -WARM_UP_BLOCKS; block < BLOCKS; block++) {
    for (let turn = 0; turn < settings.length; turn++) {
      const place = (turn + block + WARM_UP_BLOCKS) % settings.length;
      const { name, url, key, cpuMs: used } = settings[place] as Setting;
      const bodies = Array.from({ length: REQUESTS }, () => toBody(next++));
      const before = used();
      const result = await load({
        ...{ url: `${url}/prune`, headers: { authorization: `Bearer ${key}` }, requests: REQUESTS },
        ...{ concurrency: CONCURRENCY, body: (i: number) => bodies[i] as string },
      });
      if (Object.keys(result.statuses).join() !== '200') {
        throw new Error(`${name} was answered ${JSON.stringify(result.statuses)}`);
      }
      if (block < 0) continue;
      taken[place]?.cpu.push((used() - before) / REQUESTS);
      taken[place]?.perSecond.push(result.perSecond);
    }
  }
  return taken;
}
