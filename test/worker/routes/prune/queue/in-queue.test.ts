import { expect, test } from 'vitest';
import { requestFailure } from '../../../../../src/prune-api/request-failure.ts';
import { type FairQueue, LARGE_BYTES } from '../../../../../worker/routes/prune/queue/fair-queue.ts';
import { inQueue } from '../../../../../worker/routes/prune/queue/in-queue.ts';
import { serving } from '../serving.ts';

/** Sends a request with bodies of these sizes. Returns its answer, and the queue's log of who entered. */
async function inLine(sizes: readonly number[], full = false) {
  const log: unknown[] = [];
  const line: FairQueue = {
    async enter(team, bytes) {
      log.push([team, bytes]);
      let left = false;
      return full
        ? { retryAfterSeconds: 7 }
        : () => {
            if (!left) log.push('left');
            left = true;
          };
    },
  };
  const told: unknown[] = [];
  const queued = (given: FairQueue | undefined) =>
    serving(async (c) => {
      await inQueue(given)(c, async () => {
        for (const size of sizes) told.push(await c.get('waitTurn')?.(size));
        log.push('done');
      });
      return c.text('');
    })('{}');
  await queued(line);
  return { log, told, queued };
}

test('a request has one place, from before it is decoded until it is answered', async () => {
  expect(await inLine([10])).toMatchObject({ log: [['team-a', 10], 'done', 'left'], told: [undefined] });
  expect(await inLine([LARGE_BYTES, 10, LARGE_BYTES])).toMatchObject({
    log: [['team-a', LARGE_BYTES], 'done', 'left'],
    told: [undefined, undefined, undefined],
  });
});

test('a request that reads a larger text from elsewhere leaves its place for one of that size', async () => {
  expect((await inLine([10, LARGE_BYTES])).log).toEqual([
    ['team-a', 10],
    'left',
    ['team-a', LARGE_BYTES],
    'done',
    'left',
  ]);
});

test('a request that finds no place is told when to come again', async () => {
  const { log, told } = await inLine([LARGE_BYTES], true);
  expect(log).toEqual([['team-a', LARGE_BYTES], 'done']);
  expect(told).toEqual([requestFailure('busy', "Too many of the team's requests are waiting", 7)]);
});

test('without a queue a large body waits for nothing', async () => {
  const { queued, log, told } = await inLine([LARGE_BYTES]);
  log.length = 0;
  told.length = 0;
  await queued(undefined);
  expect([log, told]).toEqual([['done'], [undefined]]);
});
