import { expect, test } from 'vitest';
import { inWorkerd } from './in-workerd.ts';

test('on workerd records are written after their request has been answered, by what waitUntil keeps alive', async () => {
  const miniflare = await inWorkerd('ledger-worker.ts');
  const ask = async (path: string): Promise<string> =>
    (await miniflare.dispatchFetch(`http://worker.example${path}`)).text();
  await ask('/migrate');
  await Promise.all(Array.from({ length: 20 }, () => ask('/record')));
  const first = JSON.parse(await ask('/read')) as { batches: number };
  expect(first).toMatchObject({ requests: 20, counters: { written: 20, dropped: 0, waiting: 0, failures: 0 } });
  await ask('/record');
  expect(JSON.parse(await ask('/read'))).toMatchObject({ requests: 21, batches: first.batches + 1 });
});
