import type { Figure } from '../figure.ts';
import { quantile } from '../worker/load.ts';
import { ask } from './ask.ts';
import { audit, countedInUsage } from './audit.ts';
import { type Books, openBooks } from './books.ts';
import { openStage, type Replica, type Stage } from './stage.ts';
import { fill, runTraffic } from './traffic.ts';
import { until } from './until.ts';
import { openWrites, type Writes } from './writes.ts';

export interface FaultsOptions {
  readonly teams: number;
  readonly keys: number;
  /** Number of replicas to kill, one after the other. */
  readonly kills: number;
}

const REPLICAS = 3;
const AT_ONCE = 6;
/** Answers to wait for between two faults. */
const CALM = 200;
/** Answers to wait for while a server is down. */
const AWAY = 100;

/** Outcome of confirmed work while replicas, PostgreSQL and Redis were killed under load. */
export interface Survived {
  readonly books: Books;
  readonly faults: readonly string[];
  /** Number of answers that usage should count, and the number that it counts. */
  readonly counted: { readonly answered: number; readonly stored: number };
  /**
   * Max answers that the kills may have lost: those of a killed replica after its usage was last seen in the database.
   */
  readonly mayBeLost: number;
}

/** Kills replicas, PostgreSQL and Redis under load, and compares what is stored with what clients were told. */
export async function surviveFaults({ teams, keys, kills }: FaultsOptions): Promise<Survived> {
  const stage = await openStage({ replicas: REPLICAS, redis: true, s3: true });
  try {
    const books = openBooks();
    await fill(stage.url, books, { teams, keys });
    const writes = await openWrites(stage, books);
    let isOver = false;
    const traffic = runTraffic(stage.url, books, AT_ONCE, () => isOver);
    let mayBeLost = 0;
    for (let i = 0; i < kills; i++) {
      await moreAnswers(books, CALM);
      mayBeLost += await killUnderLoad(stage.replicas[i % REPLICAS] as Replica, books, writes);
      // Redis and PostgreSQL go down once each, between the replicas.
      if (i === Math.floor(kills / 3)) await withoutRedis(stage, books);
      if (i === Math.floor((2 * kills) / 3)) await restartPostgres(stage, books);
    }
    await moreAnswers(books, CALM);
    isOver = true;
    await traffic;
    for (const replica of stage.replicas) await writes.areWritten(replica);
    const counted = { answered: books.counted.length, stored: countedInUsage(stage) };
    const faults = [...(await whilePostgresIsAway(stage, books)), ...(await audit(stage, books))];
    return { books, faults, counted, mayBeLost };
  } finally {
    await stage.close();
  }
}

/** Kills a replica and starts it again. Returns how many of its answers may be missing from usage. */
async function killUnderLoad(replica: Replica, books: Books, writes: Writes): Promise<number> {
  const from = await writes.areWritten(replica);
  await replica.kill();
  await moreAnswers(books, AWAY);
  const host = new URL(replica.url).host;
  const unwritten = books.counted.slice(from).filter(({ by }) => by === host).length;
  await replica.start();
  return unwritten;
}

async function withoutRedis({ redis }: Stage, books: Books): Promise<void> {
  await redis?.kill();
  await moreAnswers(books, AWAY);
  await redis?.start();
}

async function restartPostgres({ postgres }: Stage, books: Books): Promise<void> {
  await postgres.kill();
  await moreAnswers(books, AWAY);
  await postgres.start();
}

/** Resolves after `count` more answers. */
async function moreAnswers({ counted }: Books, count: number): Promise<void> {
  const enough = counted.length + count;
  await until(() => counted.length >= enough);
}

/**
 * Checks that without PostgreSQL, a replica reports that it is not ready, but still prunes for the keys that it knows.
 */
async function whilePostgresIsAway({ postgres, replicas }: Stage, books: Books): Promise<readonly string[]> {
  const [known] = books.keys.values();
  const prune = { method: 'POST', key: known?.key ?? '', body: '{"query":"a","code":"b"}' };
  for (const { url } of replicas) await ask({ ...prune, url: `${url}/prune` });
  await postgres.kill();
  const faults: string[] = [];
  for (const { url } of replicas) {
    const pruned = await ask({ ...prune, url: `${url}/prune` });
    if (!pruned.ok || pruned.status !== 200) faults.push(`${url} does not prune without PostgreSQL`);
    // A check is believed for a second.
    await until(async () => {
      const ready = await ask({ method: 'GET', url: `${url}/ready`, key: '' });
      return !ready.ok && ready.instead === '503';
    });
  }
  await postgres.start();
  for (const { url } of replicas)
    await until(async () => (await ask({ method: 'GET', url: `${url}/ready`, key: '' })).ok);
  return faults;
}

/** Figures of `surviveFaults`. */
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
    goal: mayBeLost,
    note: `of ${counted.answered}, ${counted.stored} are counted; the goal is what a killed worker answered after its usage was last seen written`,
  };
  const unanswered = [...books.unanswered].map(([instead, times]) => `${times} ${instead}`);
  const times = books.times.toSorted((a, b) => a - b);
  yield {
    ...{ name: 'p99 of a prune meanwhile', measured: quantile(times, 0.99), unit: 'ms' },
    note: `p50 ${quantile(times, 0.5).toFixed(1)} ms; ${times.length} prunes; without an answer: ${unanswered.join(', ') || 'none'}`,
  };
}
