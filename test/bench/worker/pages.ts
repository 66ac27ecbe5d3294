import { existsSync } from 'node:fs';
import { CHROMIUM, startChromium } from '../../browser/chromium.ts';
import { visitor } from '../../corpus/doors/worker/visitor.ts';
import type { Started } from '../../runtime/started.ts';
import type { Figure } from '../figure.ts';
import { ADMIN } from './bench-key.ts';
import { quantile } from './load.ts';
import { cpuMs } from './process-use.ts';

export const KEYS = 10_000;

const PAGES = ['', '?team=t1', '/keys', '/keys?search=key+77&order=name', '/teams', '/audit'];
const READS = 20;
const PAINTS = 5;
const MAX_BYTES = 200_000;
const MAX_HEIGHT = 3_000;
const GOALS = `at most ${MAX_BYTES / 1000} kB, ${MAX_HEIGHT} pixels high`;

/** Milliseconds from the request until something of the page is seen. */
const FIRST_PAINT = `new Promise((resolve) => {
  const see = (list) => list.getEntriesByName('first-contentful-paint').forEach(({ startTime }) => resolve(startTime));
  new PerformanceObserver(see).observe({ type: 'paint', buffered: true });
})`;

/** Signs the administrator in, and returns the function that asks for a page. */
export async function signedIn({ url }: Pick<Started, 'url'>): Promise<ReturnType<typeof visitor>> {
  const browse = visitor({ url } as Parameters<typeof visitor>[0]);
  await browse('/dashboard/sign-in');
  await browse('/dashboard/sign-in', { key: ADMIN });
  return browse;
}

/** Measures processor time, size and first paint of pages about 10,000 keys. */
export async function* benchPages(runtime: string, worker: Started): AsyncGenerator<Figure> {
  const browse = await signedIn(worker);
  for (const page of PAGES) {
    const path = `/dashboard${page}`;
    await browse(path);
    const before = cpuMs(worker.child.pid ?? 0);
    let bytes = 0;
    for (let i = 0; i < READS; i++) bytes = Buffer.byteLength(String((await browse(path)).body));
    const measured = (cpuMs(worker.child.pid ?? 0) - before) / READS;
    const note = `${(bytes / 1000).toFixed(0)} kB`;
    if (bytes > MAX_BYTES) throw new Error(`${path} has ${bytes} bytes: expected ${GOALS}`);
    yield { name: `${runtime}: processor time of ${path} of ${KEYS} keys`, measured, goal: 50, unit: 'ms', note };
  }
  if (existsSync(CHROMIUM)) yield* benchPaints(runtime, worker);
}

/** Measures the first paint of each page, by Chromium. */
async function* benchPaints(runtime: string, { url }: Started): AsyncGenerator<Figure> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${url}/dashboard/sign-in`);
    await page.getByLabel('Key').fill(ADMIN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${url}/dashboard`);
    for (const path of PAGES.map((name) => `/dashboard${name}`)) {
      const times: number[] = [];
      for (let i = 0; i < PAINTS; i++) {
        await page.goto(url + path);
        times.push(Number(await page.evaluate(FIRST_PAINT)));
      }
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      if (height > MAX_HEIGHT) throw new Error(`${path} is ${height} pixels high: expected ${GOALS}`);
      const measured = quantile(
        times.toSorted((a, b) => a - b),
        0.5,
      );
      const note = `${height} pixels high`;
      yield { name: `${runtime}: first paint of ${path} of ${KEYS} keys`, measured, goal: 300, unit: 'ms', note };
    }
  } finally {
    await browser.close();
  }
}
