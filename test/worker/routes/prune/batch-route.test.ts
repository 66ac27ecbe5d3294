import { expect, test } from 'vitest';
import type { AccountEntry } from '../../../../worker/ledger/account.ts';
import { type BatchRouteDeps, batchRoute } from '../../../../worker/routes/prune/batch-route.ts';
import { type FairQueue, LARGE_BYTES } from '../../../../worker/routes/prune/queue/fair-queue.ts';
import { noPause, opening, serving, type Variables } from './serving.ts';

const ITEM = { query: 'where is the retry delay', code: 'a\nretry delay\nb\n' };
const LARGE = { query: 'x', code: 'x'.repeat(LARGE_BYTES) };

interface Accounted extends AccountEntry {
  readonly bytesIn: number | undefined;
}

function batch(more: Partial<BatchRouteDeps> = {}, variables: Variables = {}) {
  const accounted: Accounted[] = [];
  const faults: unknown[] = [];
  const { callers, open } = opening();
  let time = 100;
  const route = batchRoute({
    ...{ openPruneContext: open, maxBytes: 10_000_000, clock: () => 0, turn: noPause, queue: undefined },
    account: (c, entry) => void accounted.push({ ...entry, bytesIn: c.get('bytesIn') }),
    now: () => time++,
    onFault: (error) => void faults.push(error),
    ...more,
  });
  const post = serving(route, variables);
  const ask = async (items: unknown) => {
    const answer = await post({ items });
    const lines = (await answer.text()).split('\n').filter((line) => line !== '');
    return { answer, lines: lines.map((line) => JSON.parse(line)) };
  };
  return { accounted, faults, callers, post, ask };
}

test('each item has a line and a record; the bytes of the body count once', async () => {
  const { ask, accounted, callers } = batch();
  const { answer, lines } = await ask([ITEM, { query: 'x' }, ITEM]);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/x-ndjson']);
  expect(lines.map(({ index, ok, done }) => [index, ok, done])).toEqual(
    expect.arrayContaining([
      [0, true, undefined],
      [1, false, undefined],
      [2, true, undefined],
      [undefined, undefined, true],
    ]),
  );
  const bytes = JSON.stringify({ items: [ITEM, { query: 'x' }, ITEM] }).length;
  expect(accounted.map(({ tool, failure, bytesIn }) => [tool, failure ?? 'ok', bytesIn]).sort()).toEqual([
    ['prune_batch', 'invalid_request', expect.any(Number)],
    ['prune_batch', 'ok', expect.any(Number)],
    ['prune_batch', 'ok', expect.any(Number)],
  ]);
  expect(accounted.map(({ bytesIn }) => bytesIn)).toEqual([bytes, 0, 0]);
  expect(accounted.filter(({ failure }) => failure === undefined).map(({ record }) => record?.dialect)).toEqual([
    'code',
    'code',
  ]);
  expect(accounted.map(({ startedAt }) => startedAt)).toEqual([100, 100, 100]);
  expect(callers).toMatchObject([{ team: 'team-a', requestId: 'r-1', bytes }]);
});

test('a body that is no batch is answered and recorded once, and nothing is opened for what cannot be read', async () => {
  const { ask, post, accounted, callers } = batch();
  const { answer, lines } = await ask('none');
  expect([answer.status, lines]).toMatchObject([422, [{ detail: [{ loc: ['body', 'items'] }], request_id: 'r-1' }]]);
  expect(accounted).toMatchObject([{ tool: 'prune_batch', record: undefined, startedAt: 100 }]);
  expect((await post('{')).status).toBe(422);
  expect([accounted.length, callers.length]).toEqual([2, 1]);
});

test('the room that was held in the team’s month is given back once the first record is written', async () => {
  const log: string[] = [];
  const hold = () => {
    log.push('held');
    return () => void log.push('given back');
  };
  const { ask, accounted } = batch({}, { hold });
  await ask([ITEM]);
  expect([log, accounted.length]).toEqual([['held', 'given back'], 1]);
  log.length = 0;
  await ask('none');
  expect(log).toEqual(['held', 'given back']);
});

test('an item that fails within is told as that, and the fault goes to the host', async () => {
  const fault = new Error('boom');
  const { open } = opening();
  const failing = async (caller: Parameters<typeof open>[0]) => ({
    ...(await open(caller)),
    countTokens: () => {
      throw fault;
    },
  });
  const { ask, faults, accounted } = batch({ openPruneContext: failing });
  const { lines } = await ask([ITEM]);
  expect(lines[0]).toMatchObject({ index: 0, ok: false, code: 'internal' });
  expect([faults, accounted.map(({ failure }) => failure)]).toEqual([[fault], ['internal']]);
});

/** A queue that logs who entered and left. */
function queue(full = false): { readonly line: FairQueue; readonly log: unknown[] } {
  const log: unknown[] = [];
  return {
    log,
    line: {
      async enter(team, bytes) {
        log.push([team, bytes]);
        return full ? { retryAfterSeconds: 7 } : () => void log.push('left');
      },
    },
  };
}

test('the items of a batch take places one by one, those of a large one as large texts', async () => {
  const { line, log } = queue();
  const { ask } = batch({ queue: line });
  await ask([ITEM, ITEM]);
  const bytes = JSON.stringify({ items: [ITEM, ITEM] }).length;
  expect(log).toEqual([['team-a', bytes], ['team-a', bytes], 'left', 'left']);
  log.length = 0;
  const { lines } = await ask([LARGE, ITEM]);
  expect(lines.slice(0, 2).map(({ ok }) => ok)).toEqual([true, true]);
  expect(log.filter((entry) => entry !== 'left')).toEqual([
    ['team-a', LARGE_BYTES],
    ['team-a', LARGE_BYTES],
  ]);
  expect(log.filter((entry) => entry === 'left')).toHaveLength(2);
});

test('an item that finds no place fails as busy', async () => {
  const { ask, accounted } = batch({ queue: queue(true).line });
  const { lines } = await ask([LARGE]);
  const detail = "Too many of the team's requests are waiting";
  expect(lines[0]).toEqual({ index: 0, ok: false, code: 'busy', detail });
  expect(accounted.map(({ failure }) => failure)).toEqual(['busy']);
});
