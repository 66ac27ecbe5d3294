import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { median } from '../side-by-side.ts';
import { type LoadResult, load, send } from './load.ts';
import { pruneBody } from './texts.ts';

/** Where requests go. */
export interface Source {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Texts of 500 lines, distinct from `from` on. */
interface Job {
  readonly kind: 'by-turns' | 'load';
  readonly sources: readonly Source[];
  readonly from: number;
}

const LINES = 500;
const WARM_UP = 100;
const ROUNDS = 400;
/** Of one block. */
export const REQUESTS = 300;
const CONCURRENCY = 4;

/**
 * Median milliseconds of one request to each source, sent by turns, so that what slows this machine slows all of them:
 * the same text to each before the next. By a process of its own: this one reads the servers' logs.
 */
export function byTurns(sources: readonly Source[]): Promise<Readonly<Record<string, number>>> {
  return inChild({ kind: 'by-turns', sources, from: 100_000 });
}

/** Requests a second and their spread, four at once. */
export function throughput(source: Source, from: number): Promise<LoadResult> {
  return inChild({ kind: 'load', sources: [source], from });
}

function inChild<T>(job: Job): Promise<T> {
  const child = fork(fileURLToPath(import.meta.url));
  return new Promise<T>((resolve, reject) => {
    child.once('message', (result) => resolve(result as T));
    child.once('exit', (code) => reject(new Error(`measuring ${job.kind} exited with ${code}`)));
    child.send(job);
  });
}

async function takeTurns({ sources, from }: Job): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true });
  const times = sources.map((): number[] => []);
  for (let i = -WARM_UP; i < ROUNDS; i++) {
    const body = pruneBody(LINES, from + WARM_UP + i);
    for (const [place, { name, url, headers = {} }] of sources.entries()) {
      const start = performance.now();
      const status = await send(url, body, headers, agent);
      if (status !== 200) throw new Error(`${name} was answered ${status}`);
      if (i >= 0) times[place]?.push(performance.now() - start);
    }
  }
  agent.destroy();
  return Object.fromEntries(sources.map(({ name }, place) => [name, median(times[place] ?? [])]));
}

async function hammer({ sources: [source], from }: Job): Promise<LoadResult> {
  if (source === undefined) throw new Error('there is no source');
  const body = (i: number): string => pruneBody(LINES, from + i);
  return load({ ...source, body, requests: REQUESTS, concurrency: CONCURRENCY });
}

if (import.meta.main) {
  process.once('message', (job: Job) => {
    void (job.kind === 'load' ? hammer(job) : takeTurns(job)).then((result) => {
      process.send?.(result, () => process.disconnect());
    });
  });
}
