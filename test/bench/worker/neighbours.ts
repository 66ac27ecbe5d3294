import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createWorkerClient } from '../../../worker/client.ts';
import type { Runtime } from '../../runtime/each-runtime.ts';
import type { Started } from '../../runtime/started.ts';
import type { Figure } from '../figure.ts';
import { ADMIN, ENV, makeKey } from './bench-key.ts';
import { load, quantile, send } from './load.ts';
import { benchPages, KEYS, signedIn } from './pages.ts';
import { pruneBody } from './texts.ts';

const TEAMS = 50;
/** Hours of the last seven days in which every key pruned. */
const HOURS = 56;
const HOUR_MS = 3_600_000;
const PROBES = 300;
const PROBE_LINES = 200;
const PAUSE_MS = 10;
/** Lines of about 50 KB. */
const FLOOD_LINES = 1_250;
const FLOOD_AT_ONCE = 32;

interface Target {
  readonly url: string;
  readonly key: string;
}

/**
 * Measures p99 of a team's prunes in three situations: another team floods the worker with texts of 50 KB, usage of
 * 10,000 keys is read, and usage expires. Each is a multiple of the same worker's p99 without load.
 */
export async function* benchNeighbours(runtime: Runtime): AsyncGenerator<Figure> {
  // D1 runs on another machine.
  if (runtime.name === 'workerd') return;
  const worker = await runtime.start({ ...ENV, PRUNER_CACHE_MAX_BYTES: '0' });
  try {
    const quietTeam = { url: worker.url, key: await makeKey(worker.url) };
    const otherTeam = { url: worker.url, key: await otherKey(worker.url) };
    await fill(runtime, worker);
    await probe(quietTeam, PROBES);
    // The first answer after the start has already begun an expiry, which found nothing to delete.
    const quiet = await probe(quietTeam, PROBES);
    const figure = (name: string, times: readonly number[], goal: number, note = ''): Figure => ({
      ...{ name: `${runtime.name}: p99 of a team's prunes, ${name}`, goal, unit: 'times' },
      measured: p99(times) / p99(quiet),
      note: `${p99(times).toFixed(1)} ms, quiet ${p99(quiet).toFixed(1)} ms${note}`,
    });
    yield figure('another team floods with 50 KB', await during(flood(otherTeam), quietTeam), 3);
    // First, because the first pages compile their code.
    yield* benchPages(runtime.name, worker);
    const pages = readPages(worker);
    const reading = await during(pages, quietTeam);
    yield figure(
      'pages about 10,000 keys are read without a pause',
      reading,
      1.5,
      `; ${pages.read()} pages and reports`,
    );
  } finally {
    await worker.stop();
  }
  yield* benchExpiry(runtime);
}

/** Compares the first prunes after a start, because its first answer begins an expiry: with and without old usage. */
async function* benchExpiry(runtime: Runtime): AsyncGenerator<Figure> {
  const quiet = await firstPrunes(runtime, 0);
  const times = await firstPrunes(runtime, KEYS);
  yield {
    name: `${runtime.name}: p99 of a team's prunes after a start, the hour of ${KEYS} keys expires`,
    measured: p99(times) / p99(quiet),
    unit: 'times',
    goal: 2,
    note: `${p99(times).toFixed(1)} ms, nothing expires ${p99(quiet).toFixed(1)} ms`,
  };
}

async function firstPrunes(runtime: Runtime, old: number): Promise<readonly number[]> {
  const worker = await runtime.start({ ...ENV, PRUNER_CACHE_MAX_BYTES: '0' });
  try {
    const team = { url: worker.url, key: await makeKey(worker.url) };
    if (old > 0) await fillOld(runtime, worker);
    const left = async (): Promise<number> =>
      Number((await runtime.sql(worker, 'SELECT count(*) AS n FROM usage WHERE start < 1000 * 3600000'))[0]?.['n']);
    const before = await left();
    const times = await probe(team, PROBES);
    const after = await left();
    if (before !== old || after > 0)
      throw new Error(`of ${before} expired rows ${after} are left, expected 0 of ${old}`);
    return times;
  } finally {
    await worker.stop();
  }
}

const p99 = (times: readonly number[]): number =>
  quantile(
    times.toSorted((a, b) => a - b),
    0.99,
  );

async function otherKey(url: string): Promise<string> {
  const admin = createWorkerClient(url, { key: ADMIN });
  await admin.v1.teams.$post({ json: { name: 'Other' } });
  const made = await admin.v1.keys.$post({ json: { team: 'Other', name: 'Other', scopes: ['prune'] } });
  if (!made.ok) throw new Error(`no key: ${made.status}`);
  return (await made.json()).key;
}

const COUNT = (n: number): string => `SELECT 0 AS i UNION ALL SELECT i + 1 FROM k WHERE i < ${n - 1}`;
const ROW = "'tool', 'code', 'embedded', 'miss', 'ok', 3, 1000, 1000, 500, 20";

/** Writes usage of seven days. */
async function fill(runtime: Runtime, worker: Started): Promise<void> {
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const keys = `WITH RECURSIVE k(i) AS (${COUNT(KEYS)})`;
  const hours = `h(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM h WHERE j < ${HOURS - 1})`;
  const start = `${now} - (j / 8 * 24 + j % 8) * ${HOUR_MS}`;
  for (const statement of [
    `INSERT INTO teams (id, name, created_at) SELECT 't' || i, 'Team ' || i, 0 FROM (WITH RECURSIVE k(i) AS (${COUNT(TEAMS)}) SELECT i FROM k)`,
    `INSERT INTO keys (id, team_id, name, hash, scopes, created_at) ${keys} SELECT 'k' || i, 't' || (i % ${TEAMS}), 'Key ' || i, '', 'prune', 0 FROM k`,
    `INSERT INTO usage ${keys}, ${hours} SELECT 'hour', 't' || (i % ${TEAMS}), ${start}, 'k' || i, ${ROW} FROM k, h`,
    `INSERT INTO latency ${keys}, ${hours} SELECT 'hour', 't' || (i % ${TEAMS}), ${start}, 'k' || i, 'embedded', 20, 3 FROM k, h`,
  ])
    await runtime.sql(worker, statement);
}

/** Writes usage of an hour long ago. */
async function fillOld(runtime: Runtime, worker: Started): Promise<void> {
  const keys = `WITH RECURSIVE k(i) AS (${COUNT(KEYS)})`;
  for (const statement of [
    `INSERT INTO usage ${keys} SELECT 'hour', 't' || (i % ${TEAMS}), ${HOUR_MS}, 'k' || i, ${ROW} FROM k`,
    `INSERT INTO latency ${keys} SELECT 'hour', 't' || (i % ${TEAMS}), ${HOUR_MS}, 'k' || i, 'embedded', 20, 3 FROM k`,
  ])
    await runtime.sql(worker, statement);
}

/** Returns the milliseconds of each prune, sent one after the other. */
async function probe({ url, key }: Target, count: number, isOver: () => boolean = () => false): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let i = 0; i < count && !isOver(); i++) {
    const body = pruneBody(PROBE_LINES, i);
    const from = performance.now();
    const status = await send(`${url}/prune`, body, { authorization: `Bearer ${key}` }, agent);
    if (status !== 200) throw new Error(`a prune was answered ${status}`);
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  agent.destroy();
  return times;
}

interface Load {
  /** Stops the load. */
  stop(): Promise<void>;
}

async function during(other: Load, team: Target): Promise<readonly number[]> {
  const times = await probe(team, PROBES);
  await other.stop();
  return times;
}

/** Sends texts of 50 KB with one key, 32 at a time, from a separate process. */
function flood({ url, key }: Target): Load {
  const child = fork(fileURLToPath(import.meta.url), [url, key]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    stop: () => {
      child.kill();
      return ended;
    },
  };
}

/** Reads the overview, the keys and a report, one after the other. */
function readPages({ url }: Started): Load & { read(): number } {
  let stopped = false;
  let read = 0;
  const reading = (async () => {
    const browse = await signedIn({ url });
    while (!stopped) {
      for (const page of ['/dashboard', '/dashboard/keys'])
        if ((await browse(page)).status !== 200) throw new Error(`${page} was not shown`);
      const report = await fetch(`${url}/v1/usage?period=hour&group_by=team,tool`, {
        headers: { authorization: `Bearer ${ADMIN}` },
      });
      if (!report.ok) throw new Error(`the report was answered ${report.status}`);
      await report.text();
      read += 3;
    }
  })();
  return {
    read: () => read,
    stop: () => {
      stopped = true;
      return reading;
    },
  };
}

if (import.meta.main) {
  const [url = '', key = ''] = process.argv.slice(2);
  // Made in advance, so that this process uses little processor time.
  const bodies = Array.from({ length: 200 }, (_, i) => pruneBody(FLOOD_LINES, i));
  await load({
    url: `${url}/prune`,
    headers: { authorization: `Bearer ${key}` },
    body: (i) => bodies[i % bodies.length] as string,
    requests: Number.POSITIVE_INFINITY,
    concurrency: FLOOD_AT_ONCE,
  });
}
