import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import { wrapResponse } from '../../src/fit/wrap-response.ts';
import type { Figure } from './figure.ts';
import { type Spread, shown, spreadOf, timing } from './side-by-side.ts';

/** Returns records as a search or a list gives them: about `bytes` bytes of JSON. */
export function records(bytes: number): unknown {
  const items = Array.from({ length: Math.max(1, Math.round(bytes / 210)) }, (_, i) => ({
    id: `item-${i}`,
    title: `Fix the timeout of request ${i}`,
    state: i % 7 === 0 ? 'closed' : 'open',
    comments: (i * 37) % 101,
    author: { login: `user${i % 500}`, admin: false },
    labels: ['bug', 'network'],
    body: 'When the upstream does not answer in time, the request fails.',
  }));
  // Parsed from JSON, so that strings are flat in memory, as after a transfer.
  return JSON.parse(JSON.stringify({ total: items.length, items }));
}

/** Returns a log of about `bytes` bytes, as the result of a tool that reads files. */
function log(bytes: number): unknown {
  const lines = Array.from(
    { length: Math.round(bytes / 81) },
    (_, i) =>
      `2026-01-01T10:${i % 60}:07Z worker[${i % 97}] request ${i} took ${(i * 7919) % 1009} ms at /v1/items/${i * 31}`,
  );
  return JSON.parse(JSON.stringify({ content: lines.join('\n') }));
}

const TEN_MB = 1e7;

function wrapOnce(data: unknown): Promise<unknown> {
  return wrapResponse(data, { summary: 'Found issues', artifacts: createMemoryArtifactStore() });
}

/**
 * Returns by how many bytes heap and buffers rise at most, per byte of input, while 10 MB are shaped and stored in
 * memory. Counts the artifact, but not the input. Only valid in a new process with frequent garbage collection.
 */
async function peakRise(): Promise<number> {
  await wrapOnce(records(1e5));
  const data = records(TEN_MB);
  (globalThis as { gc?: () => void }).gc?.();
  const size = JSON.stringify(data).length;
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage();
  let max = 0;
  const store = createMemoryArtifactStore();
  const look = (): void => {
    const now = process.memoryUsage();
    max = Math.max(max, now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers);
  };
  const artifacts: Parameters<typeof wrapResponse>[1]['artifacts'] = {
    put: ({ body, ...rest }) =>
      store.put({
        ...rest,
        body: (function* () {
          for (const piece of body as Iterable<string>) {
            look();
            yield piece;
          }
        })(),
      }),
  };
  await wrapResponse(data, { summary: 'Found issues', artifacts });
  look();
  return max / size;
}

function inChild(...args: readonly string[]): string {
  const child = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`the child that measures shaping failed: ${child.stderr}`);
  return child.stdout;
}

const THIS = fileURLToPath(import.meta.url);

function measuredPeak(): number {
  // With V8's default of 16 MB or more for new objects, the figure would mainly measure uncollected garbage.
  return Number(inChild('--expose-gc', '--max-semi-space-size=1', THIS, 'peak'));
}

/** Divides each time by that of the plain run just before it, because a slow machine slows both. */
async function ofOneStringify(data: unknown): Promise<Relation> {
  const [ratios, plains, wraps]: [number[], number[], number[]] = [[], [], []];
  for (let i = -3; i < 21; i++) {
    const plain = await timing(async () => JSON.stringify(data));
    const wrapped = await timing(() => wrapOnce(data));
    if (i < 0) continue;
    ratios.push(wrapped / plain);
    plains.push(plain);
    wraps.push(wrapped);
  }
  return { ratio: spreadOf(ratios), plain: spreadOf(plains), wrapped: spreadOf(wraps) };
}

/** Time to shape and store a value, time of one `JSON.stringify` of it, and the ratio of each pair of runs. */
interface Relation {
  readonly ratio: Spread;
  readonly plain: Spread;
  readonly wrapped: Spread;
}

async function thousandSmall(): Promise<Spread> {
  const small = {
    id: 'a',
    body: 'x'.repeat(400),
    list: Array.from({ length: 8 }, (_, n) => ({ n, title: `Title number ${n}`, open: n % 2 === 0 })),
  };
  const thousand = async (): Promise<void> => {
    for (let i = 0; i < 1000; i++) await wrapResponse(small, { summary: 'Found one' });
  };
  const times: number[] = [];
  for (let i = -10; i < 15; i++) {
    const took = await timing(thousand);
    if (i >= 0) times.push(took);
  }
  return spreadOf(times);
}

/** Measures in a new process, so that earlier measurements have no influence. */
const measured = <T>(what: string): T => JSON.parse(inChild(THIS, what)) as T;

/** Measures the time and memory that shaping a result takes. */
export function* benchShaping(): Generator<Figure> {
  for (const [what, name] of [
    ['records', '10 MB of records'],
    ['log', '10 MB of a log'],
  ] as const) {
    const { ratio, plain, wrapped } = measured<Relation>(what);
    yield {
      name: `shaping, ${name}`,
      measured: ratio.median,
      unit: 'times',
      goal: 1.5,
      note: `${shown(wrapped)}, one JSON.stringify ${shown(plain)}; ${shown(ratio, 'times', 2)}`,
    };
  }
  yield {
    name: 'shaping, memory at 10 MB',
    measured: measuredPeak(),
    unit: 'times',
    goal: 2,
    note: "of the result's size: all beside it, the artifact too; garbage not counted",
  };
  const small = measured<Spread>('small');
  yield { name: 'shaping, 1,000 results of 1 KB', measured: small.median, unit: 'ms', goal: 20, note: shown(small) };
}

/** Entry points of the child processes. */
const CHILDREN: Readonly<Record<string, () => Promise<unknown>>> = {
  peak: peakRise,
  records: () => ofOneStringify(records(TEN_MB)),
  log: () => ofOneStringify(log(TEN_MB)),
  small: thousandSmall,
};

if (import.meta.main) console.log(JSON.stringify(await CHILDREN[process.argv[2] ?? '']?.()));
