import { Agent } from 'node:http';
import type { Runtime } from '../../runtime/each-runtime.ts';
import type { Figure } from '../figure.ts';
import { ENV, makeKey } from './bench-key.ts';
import { send } from './load.ts';
import { residentBytes } from './process-use.ts';
import { pruneBody } from './texts.ts';

const SAMPLE_MS = 1_000;
/** Requests a second. Every third one repeats an earlier text, and every hundredth is large. */
const RATE = 20;
const IDLE_MS = 2_000;
const LINES = 500;
const LARGE = 12_000;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Loads all runtimes at once. */
export async function* benchSteady(runtimes: readonly Runtime[], seconds: number): AsyncGenerator<Figure> {
  const measured = runtimes.map((runtime) => steady(runtime, seconds));
  for (const figures of measured) yield* await figures;
}

/**
 * Sends steady load for `seconds` seconds. Returns memory in the last quarter, relative to the second quarter, and the
 * number of answers other than 200.
 */
async function steady(runtime: Runtime, seconds: number): Promise<readonly Figure[]> {
  const server = await runtime.start(ENV);
  const headers = { authorization: `Bearer ${await makeKey(server.url)}` };
  // Closes idle connections before the server does, because a request sent at that moment would be lost.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(residentBytes(server.child.pid ?? 0)), SAMPLE_MS);
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  const bad: Record<string, number> = {};
  const count = (what: string): void => {
    bad[what] = (bad[what] ?? 0) + 1;
  };
  await new Promise<void>((resolve) => {
    const sending = setInterval(() => {
      const i = sent++;
      const text = pruneBody(i % 100 === 99 ? LARGE : LINES, i % 3 === 2 ? i - 2 : i);
      const one = send(`${server.url}/prune`, text, headers, agent).then(
        (status) => {
          if (status !== 200) count(String(status));
        },
        (error: NodeJS.ErrnoException) => count(error.code ?? error.message),
      );
      underWay.add(one);
      void one.finally(() => underWay.delete(one));
      if (sent < seconds * RATE) return;
      clearInterval(sending);
      resolve();
    }, 1000 / RATE);
  });
  await Promise.all(underWay);
  clearInterval(sampling);
  agent.destroy();
  await server.stop();
  await runtime.dispose();
  const quarter = (n: number): number =>
    mean(samples.slice(Math.floor(((n - 1) * samples.length) / 4), Math.floor((n * samples.length) / 4)));
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    {
      name: `${runtime.name}: memory after ${seconds} s of load, last quarter of second`,
      measured: quarter(4) / quarter(2),
      unit: 'times',
      goal: 1.1,
      note: `${[1, 2, 3, 4].map((n) => mb(quarter(n))).join(', ')}; ${sent} requests`,
    },
    {
      name: `${runtime.name}: answers other than 200`,
      measured: Object.values(bad).reduce((sum, one) => sum + one, 0),
      unit: 'answers',
      goal: 0,
      note: JSON.stringify(bad),
    },
  ];
}
