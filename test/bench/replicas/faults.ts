import type { Figure } from '../figure.ts';
import { quantile } from '../worker/load.ts';
import { ask } from './ask.ts';
import { audit, countedInUsage } from './audit.ts';
import { type Books, type Counted, openBooks } from './books.ts';
import { openStage, type Replica, type Stage } from './stage.ts';
import { fill, runTraffic } from './traffic.ts';

export interface FaultsOptions {
  readonly teams: number;
  readonly keys: number;
  /** Replicas that are killed, one after the other. */
  readonly kills: number;
}

const REPLICAS = 3;
const AT_ONCE = 6;
/** Between two faults, and while something is away, in milliseconds. */
const CALM_MS = 2_000;
const AWAY_MS = 2_000;
/** How long a worker collects usage before it writes it, and a write on a busy machine, in milliseconds. */
const UNWRITTEN_MS = 50 + 100;

/** What became of confirmed work while replicas, PostgreSQL and Redis were killed under load. */
export interface Survived {
  readonly books: Books;
  readonly faults: readonly string[];
  /** Answers that usage counts, and those that it has. */
  readonly counted: { readonly answered: number; readonly stored: number };
  /** The most that the kills may have cost, if a worker has written an answer so many milliseconds after it. */
  mayBeLost(unwrittenMs: number): number;
}

/** Kills replicas, PostgreSQL and Redis under load, and holds what is stored against what clients were told. */
export async function surviveFaults({ teams, keys, kills }: FaultsOptions): Promise<Survived> {
  const stage = await openStage({ replicas: REPLICAS, redis: true, s3: true });
  try {
    const books = openBooks();
    await fill(stage.url, books, { teams, keys });
    let isOver = false;
    const traffic = runTraffic(stage.url, books, AT_ONCE, () => isOver);
    const killed: Counted[] = [];
    for (let i = 0; i < kills; i++) {
      await pause(CALM_MS);
      killed.push(await killUnderLoad(stage.replicas[i % REPLICAS] as Replica));
      // Redis and PostgreSQL once each, between the replicas.
      if (i === Math.floor(kills / 3)) await withoutRedis(stage);
      if (i === Math.floor((2 * kills) / 3)) await restartPostgres(stage);
    }
    await pause(CALM_MS);
    isOver = true;
    await traffic;
    const stored = await countedInUsage(stage);
    const faults = [...(await whilePostgresIsAway(stage, books)), ...(await audit(stage, books))];
    const isLate = (one: Counted, ms: number): boolean =>
      killed.some(({ by, at }) => one.by === by && at - one.at < ms && one.at - at < AWAY_MS / 2);
    return {
      ...{ books, faults, counted: { answered: books.counted.length, stored } },
      mayBeLost: (ms) => books.counted.filter((one) => isLate(one, ms)).length,
    };
  } finally {
    await stage.close();
  }
}

/** Kills a replica and starts it again. Returns which, and when. */
async function killUnderLoad(replica: Replica): Promise<Counted> {
  const at = performance.now();
  await replica.kill();
  await pause(AWAY_MS / 2);
  await replica.start();
  return { by: new URL(replica.url).host, at };
}

async function withoutRedis({ redis }: Stage): Promise<void> {
  await redis?.kill();
  await pause(AWAY_MS);
  await redis?.start();
}

async function restartPostgres({ postgres }: Stage): Promise<void> {
  await postgres.kill();
  await pause(AWAY_MS / 2);
  await postgres.start();
}

/** Without PostgreSQL a replica says that it is not ready while it still prunes for the keys that it knows. */
async function whilePostgresIsAway({ postgres, replicas }: Stage, books: Books): Promise<readonly string[]> {
  const [known] = books.keys.values();
  const prune = { method: 'POST', key: known?.key ?? '', body: '{"query":"a","code":"b"}' };
  for (const { url } of replicas) await ask({ ...prune, url: `${url}/prune` });
  await postgres.kill();
  const faults: string[] = [];
  for (const { url } of replicas) {
    const pruned = await ask({ ...prune, url: `${url}/prune` });
    if (!pruned.ok || pruned.status !== 200) faults.push(`${url} does not prune without PostgreSQL`);
    const ready = await ask({ method: 'GET', url: `${url}/ready`, key: '' });
    if (ready.ok || ready.instead !== '503') faults.push(`${url} says that it is ready without PostgreSQL`);
  }
  await postgres.start();
  for (const { url } of replicas) {
    if (!(await isReadySoon(url))) faults.push(`${url} is not ready with PostgreSQL back`);
  }
  return faults;
}

/** How often a replica is asked whether it is ready again, one second apart. */
const ASKED = 30;

async function isReadySoon(url: string): Promise<boolean> {
  for (let i = 0; i < ASKED; i++) {
    if ((await ask({ method: 'GET', url: `${url}/ready`, key: '' })).ok) return true;
    await pause(1_000);
  }
  return false;
}

/** The figures of it. */
export async function* benchFaults(options: FaultsOptions): AsyncGenerator<Figure> {
  const { books, faults, counted, mayBeLost } = await surviveFaults(options);
  const acts = books.made.size + books.revoked.length + books.quotas.size;
  const { keys, artifacts, segments } = books;
  yield {
    ...{ name: 'confirmed things that are lost or wrong', measured: faults.length, unit: 'answers', goal: 0 },
    note: [
      `of ${keys.size} keys, ${artifacts.length} artifacts, ${segments.length} segments, ${acts} acts of the administrator`,
      ...faults.slice(0, 5),
    ].join('; '),
  };
  const lost = Math.max(0, counted.answered - counted.stored);
  yield {
    ...{ name: `answers that usage does not count, of ${options.kills} kills`, measured: lost, unit: 'answers' },
    goal: mayBeLost(UNWRITTEN_MS),
    note: `of ${counted.answered}, ${counted.stored} are counted; the goal is what was answered in the ${UNWRITTEN_MS} ms before each kill`,
  };
  const unanswered = [...books.unanswered].map(([instead, times]) => `${times} ${instead}`);
  const times = books.times.toSorted((a, b) => a - b);
  yield {
    ...{ name: 'p99 of a prune meanwhile', measured: quantile(times, 0.99), unit: 'ms' },
    note: `p50 ${quantile(times, 0.5).toFixed(1)} ms; ${times.length} prunes; without an answer: ${unanswered.join(', ') || 'none'}`,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
