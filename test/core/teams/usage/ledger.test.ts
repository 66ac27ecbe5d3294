import { describe, expect, test } from 'vitest';
import { SqlError } from '../../../../src/storage/sql-error.ts';
import { createLedger, type Ledger, type LedgerOptions } from '../../../../src/teams/usage/ledger.ts';
import type { LedgerBatch, LedgerStore } from '../../../../src/teams/usage/ledger-store.ts';
import { usageRecord } from '../../../contract/usage-records.ts';

interface Bench {
  readonly ledger: Ledger;
  /** Batches that the store accepted. */
  readonly batches: LedgerBatch[];
  kept: Promise<unknown>[];
  readonly expiries: number[];
  /** Ends every pause, and waits for the writes that follow. */
  elapse(): Promise<void>;
  record(told?: Parameters<typeof usageRecord>[0]): void;
  clock: number;
  /** Error of the store's next writes; undefined if they succeed. */
  failure: Error | undefined;
  hold: Promise<void> | undefined;
  expiryFailure: Error | undefined;
}

function bench(options: Partial<LedgerOptions> = {}): Bench {
  let ids = 0;
  let pauses: (() => void)[] = [];
  const store = {
    write: async (batch: LedgerBatch) => {
      await made.hold;
      if (made.failure !== undefined) throw made.failure;
      made.batches.push(batch);
    },
    expire: async () => {
      made.expiries.push(made.clock);
      if (made.expiryFailure !== undefined) throw made.expiryFailure;
    },
  } as unknown as LedgerStore;
  const made: Bench = {
    ledger: createLedger({
      store,
      now: () => made.clock,
      pause: () => new Promise((resolve) => pauses.push(resolve)),
      newId: () => `batch-${ids++}`,
      ...options,
    }),
    batches: [],
    kept: [],
    expiries: [],
    clock: 0,
    failure: undefined,
    hold: undefined,
    expiryFailure: undefined,
    elapse: async () => {
      const ended = pauses;
      pauses = [];
      for (const end of ended) end();
      await Promise.all(made.kept);
    },
    record: (told) => made.ledger.record(usageRecord(told), (work) => made.kept.push(work)),
  };
  return made;
}

const sizes = ({ batches }: Bench): number[] => batches.map(({ records }) => records.length);

describe('gathering', () => {
  test('records that come together are written together, once the pause is over', async () => {
    const b = bench();
    b.record();
    b.record();
    b.record();
    expect([sizes(b), b.ledger.counters().waiting]).toEqual([[], 3]);
    await b.elapse();
    expect(sizes(b)).toEqual([3]);
    expect(b.ledger.counters()).toEqual({ written: 3, dropped: 0, waiting: 0, failures: 0 });
  });

  test('the host is handed one promise for each batch, which resolves once it is written', async () => {
    const b = bench();
    b.record();
    b.record();
    expect(b.kept).toHaveLength(1);
    await b.elapse();
    b.record();
    expect(b.kept).toHaveLength(2);
    expect(sizes(b)).toEqual([2]);
    await b.elapse();
    expect(sizes(b)).toEqual([2, 1]);
  });

  test('a record that comes while a batch is written starts the next', async () => {
    const b = bench();
    let free = (): void => {};
    b.hold = new Promise((resolve) => {
      free = resolve;
    });
    b.record();
    const elapsed = b.elapse();
    await Promise.resolve();
    await Promise.resolve();
    b.record();
    expect(b.kept).toHaveLength(2);
    free();
    await elapsed;
    await b.elapse();
    expect(sizes(b)).toEqual([1, 1]);
  });

  test('a batch has at most so many records', async () => {
    const b = bench({ maxBatch: 2 });
    for (let i = 0; i < 5; i++) b.record({ tokensIn: i });
    await b.elapse();
    expect(sizes(b)).toEqual([2, 2, 1]);
    expect(b.batches.flatMap(({ records }) => records.map(({ tokensIn }) => tokensIn))).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(b.batches.map(({ id }) => id)).size).toBe(3);
  });

  test('numbers that no database takes are written as none, and long names cut', async () => {
    const b = bench();
    b.record({ tokensIn: Number.NaN, bytesIn: -5, durationMs: Number.POSITIVE_INFINITY, tool: 'x'.repeat(1_000) });
    await b.elapse();
    const [written] = b.batches[0]?.records ?? [];
    expect(written).toMatchObject({ tokensIn: 0, bytesIn: 0, durationMs: 0, tool: 'x'.repeat(64) });
  });
});

describe('a database that fails', () => {
  test('keeps its records waiting, which go first and under the same id the next time', async () => {
    const b = bench();
    b.failure = new SqlError('busy', 'locked');
    b.record({ tokensIn: 1 });
    await b.elapse();
    expect(b.ledger.counters()).toEqual({ written: 0, dropped: 0, waiting: 1, failures: 1 });
    b.failure = undefined;
    b.record({ tokensIn: 2 });
    await b.elapse();
    expect(b.batches.map(({ id, records }) => [id, records.map(({ tokensIn }) => tokensIn)])).toEqual([
      ['batch-0', [1]],
      ['batch-1', [2]],
    ]);
    expect(b.ledger.counters()).toMatchObject({ written: 2, waiting: 0, failures: 1 });
  });

  test('loses the oldest beyond what may wait, and counts them', async () => {
    const b = bench({ maxWaiting: 3 });
    b.failure = new SqlError('full', 'full');
    b.record({ tokensIn: 0 });
    b.record({ tokensIn: 1 });
    await b.elapse();
    for (let i = 2; i < 6; i++) b.record({ tokensIn: i });
    expect(b.ledger.counters()).toMatchObject({ dropped: 3, waiting: 3 });
    b.failure = undefined;
    await b.elapse();
    expect(b.batches.flatMap(({ records }) => records.map(({ tokensIn }) => tokensIn))).toEqual([3, 4, 5]);
    expect(b.ledger.pendingBytes('team-a')).toBe(0);
  });

  test('that refuses a batch for good does not hold up those after it', async () => {
    const b = bench();
    b.failure = new SqlError('constraint', 'refused');
    b.record();
    await b.elapse();
    expect(b.ledger.counters()).toEqual({ written: 0, dropped: 1, waiting: 0, failures: 1 });
    b.failure = undefined;
    b.record();
    await b.elapse();
    expect(b.ledger.counters()).toMatchObject({ written: 1, dropped: 1 });
  });

  test('that never answers is given up, and what it held is tried again', async () => {
    const b = bench({ lostMs: 1_000 });
    b.hold = new Promise(() => {});
    b.record({ tokensIn: 1 });
    void b.elapse();
    for (let i = 0; i < 5; i++) await Promise.resolve();
    b.hold = undefined;
    b.clock = 1_000;
    b.record({ tokensIn: 2 });
    // The first write never ends, so do not wait for it.
    b.kept = b.kept.slice(1);
    await b.elapse();
    expect(b.batches.map(({ id }) => id)).toEqual(['batch-0', 'batch-1']);
    expect(b.ledger.counters()).toMatchObject({ written: 2, waiting: 0 });
  });

  test('whose host died before the pause was over: the next record starts anew', async () => {
    const b = bench({ lostMs: 1_000 });
    b.record();
    b.clock = 1_000;
    b.record();
    expect(b.kept).toHaveLength(2);
  });

  test('a host that cannot keep work alive does not fail the record', async () => {
    const b = bench();
    const refuse = (): never => {
      throw new Error('no context');
    };
    expect(() => b.ledger.record(usageRecord(), refuse)).not.toThrow();
    await b.elapse();
    await b.ledger.flush();
    expect(b.ledger.counters().written).toBe(1);
  });
});

describe('flush', () => {
  test('writes everything at once, without the pause', async () => {
    const b = bench({ maxBatch: 1 });
    b.record();
    b.record();
    await b.ledger.flush();
    expect(sizes(b)).toEqual([1, 1]);
    await b.ledger.flush();
    expect(sizes(b)).toEqual([1, 1]);
  });

  test('gives up after one failure', async () => {
    const b = bench();
    b.failure = new SqlError('failed', 'gone');
    b.record();
    await b.ledger.flush();
    expect(b.ledger.counters()).toMatchObject({ waiting: 1, failures: 1 });
  });

  test('waits for the batch that is being written', async () => {
    const b = bench();
    let free = (): void => {};
    b.hold = new Promise((resolve) => {
      free = resolve;
    });
    b.record();
    const first = b.ledger.flush();
    b.record();
    const second = b.ledger.flush();
    free();
    await Promise.all([first, second]);
    expect(sizes(b)).toEqual([1, 1]);
  });
});

test('bytes that are not written yet are told by team, until they are', async () => {
  const b = bench();
  b.record({ bytesIn: 10 });
  b.record({ bytesIn: 5 });
  b.record({ team: 'team-b', bytesIn: 7 });
  expect(['team-a', 'team-b', 'team-c'].map(b.ledger.pendingBytes)).toEqual([15, 7, 0]);
  b.failure = new SqlError('busy', 'locked');
  await b.elapse();
  expect(b.ledger.pendingBytes('team-a')).toBe(15);
  b.failure = undefined;
  await b.ledger.flush();
  expect(['team-a', 'team-b'].map(b.ledger.pendingBytes)).toEqual([0, 0]);
});

test('what is old is forgotten with the first batch, and then once an hour at most', async () => {
  const b = bench();
  for (const clock of [0, 60_000, 3_599_999, 3_600_000]) {
    b.clock = clock;
    b.record();
    await b.ledger.flush();
  }
  expect(b.expiries).toEqual([0, 3_600_000]);
});

test('a clock that goes back by years puts off nothing for years', async () => {
  const b = bench();
  const clocks = [Date.UTC(2029, 0, 1), Date.UTC(2026, 0, 1)];
  for (const clock of clocks) {
    b.clock = clock;
    b.record();
    await b.ledger.flush();
  }
  expect(b.expiries).toEqual(clocks);
});

test('while what is old was forgotten, no record was written, and beyond 10,000 they were dropped', async () => {
  let end = (): void => {};
  const expiring = new Promise<void>((resolve) => {
    end = resolve;
  });
  const batches: LedgerBatch[] = [];
  const write = async (batch: LedgerBatch): Promise<void> => void batches.push(batch);
  const store = { write, expire: () => expiring } as unknown as LedgerStore;
  const ledger = createLedger({ store, pause: async () => {} });
  for (let i = 0; i < 3; i++) {
    ledger.record(usageRecord());
    await ledger.flush();
  }
  expect(batches.map(({ records }) => records.length)).toEqual([1, 1, 1]);
  end();
});

test('a failure to forget is counted and loses no record', async () => {
  const b = bench();
  b.expiryFailure = new SqlError('busy', 'locked');
  b.record();
  await b.elapse();
  expect(b.ledger.counters()).toEqual({ written: 1, dropped: 0, waiting: 0, failures: 1 });
});
