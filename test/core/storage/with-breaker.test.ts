import { expect, test } from 'vitest';
import type { SqlDatabase, SqlResult } from '../../../src/storage/sql-database.ts';
import { SqlError } from '../../../src/storage/sql-error.ts';
import { withBreaker } from '../../../src/storage/with-breaker.ts';
import { manualTimers } from '../../support/manual-timers.ts';

const ROWS: SqlResult = { rows: [], changes: 1 };

/** A breaker over a server that answers nothing by itself. */
function bench() {
  const timers = manualTimers();
  const seen: string[] = [];
  const probes: { answer(): void; fail(): void }[] = [];
  const statements: { answer(): void; fail(error: unknown): void }[] = [];
  const statement = (): Promise<SqlResult> =>
    new Promise((resolve, reject) => statements.push({ answer: () => resolve(ROWS), fail: reject }));
  const server = { dialect: 'postgres', query: statement, lookup: statement, report: statement, close: () => {} };
  /** A rejection that is looked at later is not one that nobody handles. */
  const handled = <T>(asked: Promise<T>): Promise<T> => {
    asked.catch(() => {});
    return asked;
  };
  const guarded = withBreaker({ ...server, batch: async () => [await statement()] } as SqlDatabase, {
    after: timers.after,
    onChange: (reach) => seen.push(reach),
    probe: () =>
      new Promise((resolve, reject) => {
        probes.push({ answer: () => resolve(undefined), fail: () => reject(new Error('ECONNREFUSED: refused')) });
      }),
  });
  const database = {
    query: (sql: string) => handled(guarded.query(sql)),
    lookup: (sql: string) => handled(guarded.lookup(sql)),
    report: (sql: string) => handled(guarded.report(sql)),
    batch: () => handled(guarded.batch([])),
  };
  /** Lets what was settled take effect. */
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  return {
    ...{ database, seen, probes, statements, settle },
    async pass(ms: number): Promise<void> {
      timers.advance(ms);
      await settle();
    },
    outcome: (asked: Promise<unknown>): Promise<unknown> =>
      Promise.race([
        asked.then(
          () => 'answered',
          (error: SqlError) => error.code,
        ),
        settle()
          .then(settle)
          .then(() => 'waits'),
      ]),
  };
}

test('a statement that takes its time is not disturbed while the server answers others', async () => {
  const { database, pass, probes, seen, statements, outcome } = bench();
  const report = database.report('SELECT 1');
  for (let i = 0; i < 3; i++) {
    await pass(1_000);
    probes[i]?.answer();
    expect(await outcome(report)).toBe('waits');
  }
  statements[0]?.answer();
  expect([await outcome(report), seen, probes.length]).toEqual(['answered', [], 3]);
});

test('lookups do not wait for a slow server, and all others do', async () => {
  const { database, pass, probes, seen, statements, outcome, settle } = bench();
  const [lookup, query] = [database.lookup('SELECT 1'), database.query('SELECT 2')];
  await pass(250);
  expect(probes).toHaveLength(1);
  await pass(500);
  expect([await outcome(lookup), await outcome(query), seen]).toEqual(['away', 'waits', ['slow']]);
  probes[0]?.answer();
  await settle();
  expect(await outcome(database.lookup('SELECT 3'))).toBe('away');
  statements[1]?.answer();
  expect(await outcome(query)).toBe('answered');
  await pass(500);
  probes[1]?.answer();
  await settle();
  expect(seen).toEqual(['slow', 'up']);
});

test('nobody waits for a server without an answer, and it is asked every half second', async () => {
  const { database, pass, probes, seen, statements, outcome, settle } = bench();
  const asked = [database.query('SELECT 1'), database.batch(), database.report('SELECT 2')];
  await pass(1_000);
  await pass(1_000);
  expect(await Promise.all(asked.map(outcome))).toEqual(['away', 'away', 'away']);
  const sent = statements.length;
  expect(await outcome(database.query('SELECT 3'))).toBe('away');
  expect([statements.length, seen]).toEqual([sent, ['slow', 'down']]);
  await pass(500);
  probes[1]?.answer();
  await settle();
  expect(seen).toEqual(['slow', 'down', 'up']);
  const again = database.query('SELECT 4');
  statements.at(-1)?.answer();
  expect(await outcome(again)).toBe('answered');
});

test('a refused connection is told with its cause, and found to be one by a probe', async () => {
  const { database, probes, seen, statements, outcome, settle } = bench();
  const first = database.query('SELECT 1');
  statements[0]?.fail(new SqlError('away', 'no'));
  expect(await outcome(first)).toBe('away');
  probes[0]?.fail();
  await settle();
  await expect(database.query('SELECT 2')).rejects.toMatchObject({
    code: 'away',
    cause: { message: expect.stringContaining('REFUSED') },
  });
  expect(seen).toEqual(['down']);
});

test('a statement that fails for another reason asks for no probe', async () => {
  const { database, probes, statements, outcome } = bench();
  const one = database.query('INSERT');
  statements[0]?.fail(new SqlError('constraint', 'no'));
  expect([await outcome(one), probes.length]).toEqual(['constraint', 0]);
});
