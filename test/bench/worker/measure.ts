import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { median, type Spread, spreadOf } from '../side-by-side.ts';
import { type LoadResult, load as loadWith, quantile, send } from './load.ts';
import { cpuMs } from './process-use.ts';
import { pruneBody } from './texts.ts';

/** An address that requests are sent to. */
export interface Source {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A source, and the process whose processor time is counted. */
export interface Server extends Source {
  readonly pid: number;
}

/** A job for the child process. Its texts have 500 lines, and are distinct, numbered from `from`. */
type Job = { readonly from: number } & (
  | { readonly kind: 'by-turns'; readonly sources: readonly Source[] }
  | { readonly kind: 'by-blocks'; readonly sources: readonly Server[] }
);

const LINES = 500;
const WARM_UP = 60;
const ROUNDS = 200;
/** Blocks of some hundred milliseconds, in turns, and the blocks before them, in which the code is compiled. */
const BLOCKS = 6;
const WARM_UP_BLOCKS = 4;
const REQUESTS = 40;
const CONCURRENCY = 4;

/**
 * Times one request to each source, in milliseconds, in their order. All sources get the same text before the next
 * text, so that a slow machine slows all of them alike. A child process sends the requests, because this one reads the
 * servers' logs.
 */
export function byTurns(sources: readonly Source[]): Promise<readonly Spread[]> {
  return inChild({ kind: 'by-turns', sources, from: 100_000 });
}

/** A server under load. */
export interface Loaded {
  /** Mean milliseconds of processor time per request. The system counts in steps of 10 ms. */
  readonly cpu: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Loads the servers in blocks, in turns, with four requests at once. Each server gets the same texts. */
export function byBlocks(sources: readonly Server[]): Promise<readonly Loaded[]> {
  return inChild({ kind: 'by-blocks', sources, from: 0 });
}

function inChild<T>(job: Job): Promise<T> {
  const child = fork(fileURLToPath(import.meta.url));
  return new Promise<T>((resolve, reject) => {
    child.once('message', (result) => resolve(result as T));
    child.once('exit', (code) => reject(new Error(`measuring ${job.kind} exited with ${code}`)));
    child.send(job);
  });
}

async function takeTurns({ sources, from }: Job): Promise<readonly Spread[]> {
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
  return times.map(spreadOf);
}

interface Block {
  readonly cpu: number;
  readonly load: LoadResult;
}

async function loadOnce(server: Server, bodies: readonly string[]): Promise<Block> {
  const before = cpuMs(server.pid);
  const body = (i: number): string => bodies[i] as string;
  const load = await loadWith({ ...server, body, requests: REQUESTS, concurrency: CONCURRENCY });
  if (Object.keys(load.statuses).join() !== '200') {
    throw new Error(`${server.name} was answered ${JSON.stringify(load.statuses)}`);
  }
  return { cpu: cpuMs(server.pid) - before, load };
}

async function takeBlocks(servers: readonly Server[]): Promise<readonly Loaded[]> {
  const blocks = servers.map((): Block[] => []);
  for (let block = -WARM_UP_BLOCKS; block < BLOCKS; block++) {
    const from = (block + WARM_UP_BLOCKS) * REQUESTS;
    const bodies = Array.from({ length: REQUESTS }, (_, i) => pruneBody(LINES, from + i));
    for (let turn = 0; turn < servers.length; turn++) {
      // The first server of a turn finds the processor in the state the previous block left it in, so each server is
      // first in turn.
      const place = (turn + from / REQUESTS) % servers.length;
      const taken = await loadOnce(servers[place] as Server, bodies);
      if (block >= 0) blocks[place]?.push(taken);
    }
  }
  return blocks.map((taken) => {
    const times = taken.flatMap(({ load }) => load.times).sort((a, b) => a - b);
    return {
      cpu: taken.reduce((sum, { cpu }) => sum + cpu, 0) / BLOCKS / REQUESTS,
      perSecond: median(taken.map(({ load }) => load.perSecond)),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    };
  });
}

if (import.meta.main) {
  process.once('message', (job: Job) => {
    void (job.kind === 'by-blocks' ? takeBlocks(job.sources) : takeTurns(job)).then((result) => {
      process.send?.(result, () => process.disconnect());
    });
  });
}
