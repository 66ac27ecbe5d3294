import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import { wrapResponse } from '../../src/shaping/wrap-response.ts';
import { median } from './side-by-side.ts';

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

/** How far resident memory rises at most while 10 MB are shaped, per byte. Only true in a process of its own. */
async function peakRise(): Promise<number> {
  await wrapOnce(records(1e5));
  const data = records(TEN_MB);
  (globalThis as { gc?: () => void }).gc?.();
  const size = JSON.stringify(data).length;
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage();
  let most = 0;
  const store = createMemoryArtifactStore();
  const look = (): void => {
    const now = process.memoryUsage();
    most = Math.max(most, now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers);
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
  return most / size;
}

function measuredPeak(): number {
  const child = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), '--peak'], {
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`the child that measures memory failed: ${child.stderr}`);
  return Number(child.stdout);
}

export interface ShapingFigures {
  /** Time to shape and store 10 MB, of one `JSON.stringify` of it. */
  readonly tenMegabytes: number;
  readonly stringifyMs: number;
  /** Heap and buffers at their highest while 10 MB are shaped and stored in memory, of its size. */
  readonly memory: number;
  /** Microseconds that a result of 1 KB takes. */
  readonly smallMicros: number;
}

/** Measures shaping in this process. */
export async function benchShaping(): Promise<ShapingFigures> {
  const data = records(TEN_MB);
  const ratios: number[] = [];
  const stringify: number[] = [];
  for (let i = -2; i < 15; i++) {
    const plain = await medianOf(1, () => JSON.stringify(data));
    const wrapped = await medianOf(1, () => wrapOnce(data));
    if (i < 0) continue;
    ratios.push(wrapped / plain);
    stringify.push(plain);
  }
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
  return { tenMegabytes: median(ratios), stringifyMs: median(stringify), memory: measuredPeak(), smallMicros };
}

if (import.meta.main) {
  if (process.argv.includes('--peak')) console.log(await peakRise());
  else console.log(await benchShaping());
}
