import { expect, test } from 'vitest';
import type { SqlDatabase, SqlRow } from '../../../src/storage/sql-database.ts';
import { SqlError } from '../../../src/storage/sql-error.ts';
import type { WorkerEvent } from '../../../worker/http/events/worker-event.ts';
import { createStorageWatch } from '../../../worker/ledger/storage-watch.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

function bench() {
  const state = { at: 0, skewMs: 0, answerMs: 0, fails: undefined as SqlError | undefined, asked: 0 };
  const events: WorkerEvent[] = [];
  const clock = (): number => NOON + state.at;
  const database = {
    batch: async (): Promise<readonly { readonly rows: readonly SqlRow[] }[]> => {
      state.asked++;
      if (state.fails !== undefined) throw state.fails;
      const now = clock() + state.skewMs;
      state.at += state.answerMs;
      return [{ rows: [] }, { rows: [{ now, workers: 3 }] }];
    },
    query: async () => ({ rows: [], changes: 0 }),
  } as unknown as SqlDatabase;
  const watch = createStorageWatch({ database, worker: 'w', now: () => state.at, clock, log: (e) => events.push(e) });
  return {
    ...{ watch, state, events },
    check() {
      state.at += 1_000;
      return watch.check();
    },
  };
}

test('storage is asked once a second, and a failure is told once', async () => {
  const { watch, state, events, check } = bench();
  expect([await watch.check(), await watch.check(), state.asked]).toEqual([{ storage: 'ok' }, { storage: 'ok' }, 1]);
  state.fails = new SqlError('full', 'secret');
  const failing = { storage: 'failing', cause: 'disk full' };
  expect([await check(), await check()]).toEqual([failing, failing]);
  expect(events).toEqual([{ event: 'storage_failed', error: 'SqlError: full (disk full)' }]);
  state.fails = undefined;
  expect([await check(), watch.workers()]).toEqual([{ storage: 'ok' }, 3]);
});

test('a clock that differs by more than a minute is told, and nothing expires by it', async () => {
  const { watch, state, events, check } = bench();
  expect(await watch.mayExpire()).toBe(true);
  state.skewMs = -61_000;
  expect(await check()).toEqual({ storage: 'failing', cause: 'the clocks of worker and database differ by -61 s' });
  expect([await watch.mayExpire(), watch.skewMs()]).toEqual([false, -61_000]);
  await check();
  state.skewMs = 0;
  expect(await check()).toEqual({ storage: 'ok' });
  expect([await watch.mayExpire(), events.map(({ event }) => event)]).toEqual([true, ['clock_wrong', 'clock_right']]);
});

test('an answer that takes long makes no clock wrong', async () => {
  const { watch, state, check } = bench();
  state.answerMs = 90_000;
  expect([await check(), watch.skewMs()]).toEqual([{ storage: 'ok' }, 0]);
});

test('damage that was found once is not forgotten', async () => {
  const { watch, check } = bench();
  watch.onFailure(new Error('no page', { cause: new SqlError('damaged', 'malformed') }));
  expect(await check()).toEqual({ storage: 'failing', cause: 'the database is damaged' });
  expect(await watch.mayExpire()).toBe(false);
});
