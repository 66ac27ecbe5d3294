import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import { wrapResponse } from '../../src/shaping/wrap-response.ts';
import { median, timing } from './side-by-side.ts';

/** Records as a search or a list gives them: JSON of about `bytes` bytes. */
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
  // As it comes off the wire: no string is waiting to be put together.
  return JSON.parse(JSON.stringify({ total: items.length, items }));
}

/** A log's text of about `bytes` bytes, as a tool gives it that reads files. */
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

async function medianOf(runs: number, once: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const from = performance.now();
    await once();
    times.push(performance.now() - from);
  }
  return median(times);
}

/**
 * How far heap and buffers rise at most while 10 MB are shaped and kept in memory, per byte: the input itself not
 * counted, the artifact counted. Only true in a process of its own, whose collector is never far behind.
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
  // With V8's own 16 MB or more for new objects, what is measured is how long it leaves garbage lying.
  return Number(inChild('--expose-gc', '--max-semi-space-size=1', THIS, '--peak'));
}

export interface ShapingFigures {
  /** Time to shape and store 10 MB of records, of one `JSON.stringify` of it. */
  readonly records: number;
  /** The same of a log's text. */
  readonly log: number;
  /** Heap and buffers at their highest while 10 MB are shaped and stored in memory, of its size; without garbage. */
  readonly memory: number;
  /** Microseconds that a result of 1 KB takes. */
  readonly smallMicros: number;
}

/** Each time of the one run before it: a machine that is slow for a while is slow for both. */
async function ofOneStringify(data: unknown): Promise<number> {
  const ratios: number[] = [];
  for (let i = -3; i < 21; i++) {
    const plain = await timing(async () => JSON.stringify(data));
    const wrapped = await timing(() => wrapOnce(data));
    if (i >= 0) ratios.push(wrapped / plain);
  }
  return median(ratios);
}

/** Measures shaping in a process of its own, so that nothing depends on what was measured before. */
export function benchShaping(): ShapingFigures {
  return JSON.parse(inChild(THIS)) as ShapingFigures;
}

async function measure(): Promise<ShapingFigures> {
  const small = {
    id: 'a',
    body: 'x'.repeat(400),
    list: Array.from({ length: 8 }, (_, n) => ({ n, title: `Title number ${n}`, open: n % 2 === 0 })),
  };
  const thousand = async (): Promise<void> => {
    for (let i = 0; i < 1000; i++) await wrapResponse(small, { summary: 'Found one' });
  };
  await medianOf(10, thousand);
  const smallMicros = await medianOf(15, thousand);
  return {
    records: await ofOneStringify(records(TEN_MB)),
    log: await ofOneStringify(log(TEN_MB)),
    memory: measuredPeak(),
    smallMicros,
  };
}

if (import.meta.main) {
  if (process.argv.includes('--peak')) console.log(await peakRise());
  else console.log(JSON.stringify(await measure(), undefined, 2));
}
