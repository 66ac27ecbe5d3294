import { afterAll, describe, expect, test } from 'vitest';
import { withClock } from '../../../src/storage/database-clock.ts';
import { mayExpire } from '../../../src/teams/usage/expiry-gate.ts';
import { giveSignOfLife } from '../../../src/teams/usage/sign-of-life.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 21, 12);

describe.each(EVERY_DATABASE.map((open) => open()))('in $name', (databases) => {
  afterAll(() => databases.dispose());

  const bench = async () => {
    const clock = { at: START };
    const database = withClock(await openMigrated(databases), () => clock.at);
    const jumps: number[] = [];
    return {
      ...{ jumps, database, clock },
      at(ms: number): Promise<boolean> {
        clock.at = START + ms;
        return mayExpire(database, ({ from, to }) => jumps.push(to - from));
      },
    };
  };

  test('data expires each hour, and after a night without a worker', async () => {
    const { at, jumps } = await bench();
    expect([await at(0), await at(HOUR), await at(20 * HOUR), jumps]).toEqual([true, true, true, []]);
  });

  test('a clock that jumps ahead is believed after it has run on for a day, and told once', async () => {
    const { at, jumps } = await bench();
    await at(0);
    const year = 365 * DAY;
    expect([await at(year), await at(year + HOUR), await at(year + DAY), jumps]).toEqual([false, false, false, [year]]);
    expect([await at(year + DAY + 1), await at(year + DAY + HOUR)]).toEqual([true, true]);
    expect([await at(3 * year), jumps.length]).toEqual([false, 2]);
  });

  test('a clock that was put right expires data again at once', async () => {
    const { at, jumps } = await bench();
    await at(0);
    expect([await at(90 * DAY), await at(HOUR), await at(2 * HOUR), jumps.length]).toEqual([false, true, true, 1]);
    expect([await at(-DAY), await at(3 * HOUR)]).toEqual([true, false]);
  });

  test('workers count while they give signs of life', async () => {
    const { database, clock } = await bench();
    await giveSignOfLife(database, 'a');
    clock.at += 15_000;
    expect(await giveSignOfLife(database, 'b')).toEqual({ now: clock.at, workers: 2 });
    clock.at += 6_000;
    expect((await giveSignOfLife(database, 'b')).workers).toBe(1);
  });
});
