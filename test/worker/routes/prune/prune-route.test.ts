import { expect, test } from 'vitest';
import { pruneRoute } from '../../../../worker/routes/prune/prune-route.ts';
import { LARGE_BYTES } from '../../../../worker/routes/prune/queue/fair-queue.ts';
import { noPause, opening, serving } from './serving.ts';

test('a large answer is written in parts, between which the loop turns; a small one is not', async () => {
  let turns = 0;
  const turn = async (): Promise<void> => void turns++;
  const { open } = opening();
  const post = serving(pruneRoute({ openPruneContext: open, maxBytes: 1_000_000, clock: () => 0, turn }));
  const small = await post({ query: 'x', code: 'x'.repeat(1000) });
  expect([small.status, turns, small.headers.get('Content-Type')]).toEqual([200, 0, 'application/json']);
  const body = { query: 'x', code: 'x y\n'.repeat(LARGE_BYTES / 4) };
  const large = await post(body);
  expect([large.status, large.headers.get('Content-Type')]).toEqual([200, 'application/json']);
  expect(await large.json()).toMatchObject({ origin_token_cnt: LARGE_BYTES });
  expect(turns).toBeGreaterThan(0);
});

test('the record of what was pruned is left to the ledger, and none of what failed', async () => {
  const records: unknown[] = [];
  const { open } = opening();
  const route = pruneRoute({ openPruneContext: open, maxBytes: 1_000, clock: () => 0, turn: noPause });
  const post = serving(async (c, next) => {
    const answer = await route(c, next);
    records.push(c.get('record')?.dialect);
    return answer as Response;
  });
  expect((await post({ query: 'x', code: 'y' })).status).toBe(200);
  expect((await post({ query: 'x' })).status).toBe(422);
  expect((await post({ query: 'x', code: 'y'.repeat(1_000) })).status).toBe(413);
  expect(records).toEqual(['code', undefined, undefined]);
});
