import { describe, expect, test } from 'vitest';
import {
  createPolledQueue,
  createQueue,
  type LargeTexts,
  type QueueLimits,
  type Release,
} from '../../../worker/prune/large-texts.ts';

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
let at = 0;
const LINES: Record<string, (limits?: Partial<QueueLimits>) => LargeTexts> = {
  line: createQueue,
  'polled line': (limits) => createPolledQueue({ now: () => at, pause: tick, ...limits }),
};

async function entered(line: LargeTexts, team: string, bytes = 1): Promise<Release> {
  const leave = await line.enter(team, bytes);
  if (typeof leave !== 'function') throw new Error(`there was no room for ${team}`);
  return leave;
}

for (const [name, make] of Object.entries(LINES)) {
  describe(name, () => {
    test('one of a team at a time, and everybody in the end', async () => {
      const line = make();
      let inside = 0;
      let max = 0;
      const one = async (): Promise<void> => {
        const leave = await entered(line, 'Blue');
        max = Math.max(max, ++inside);
        await tick();
        inside--;
        leave();
        leave();
      };
      await Promise.all(Array.from({ length: 20 }, one));
      expect([max, inside]).toEqual([1, 0]);
    });

    test('a team waited behind all that another one had sent: it is next', async () => {
      const line = make({ teams: 1 });
      const order: string[] = [];
      const first = await entered(line, 'Blue');
      const one = async (team: string): Promise<void> => {
        const leave = await entered(line, team);
        order.push(team);
        await tick();
        leave();
      };
      const all = [...Array.from({ length: 10 }, () => one('Blue')), one('Red')];
      await tick();
      first();
      await Promise.all(all);
      expect(order.indexOf('Red')).toBeLessThanOrEqual(1);
      expect(order).toHaveLength(11);
    });

    test('some teams are computed for at once, and no more', async () => {
      const line = make({ teams: 2 });
      const blue = await entered(line, 'Blue');
      const red = await entered(line, 'Red');
      let third = false;
      const green = entered(line, 'Green').then((leave) => {
        third = true;
        return leave;
      });
      await tick();
      expect(third).toBe(false);
      red();
      (await green)();
      blue();
    });

    test('a line without end: a team that has too much waiting is told when to come again', async () => {
      const line = make({ waiting: 3, bytes: 9_000_000 });
      const leave = await entered(line, 'Blue');
      const waiting = Array.from({ length: 3 }, () => entered(line, 'Blue', 2_000_000));
      expect(await line.enter('Blue', 1)).toEqual({ retryAfterSeconds: 2 });
      // Another team is none the worse.
      (await entered(line, 'Red'))();
      leave();
      for (const one of waiting) (await one)();
      (await entered(line, 'Blue'))();
    });

    test('what waits is bounded by its bytes too, but for the first', async () => {
      const line = make({ bytes: 100 });
      const leave = await entered(line, 'Blue', 1000);
      const large = entered(line, 'Blue', 1000);
      expect(await line.enter('Blue', 1)).toEqual({ retryAfterSeconds: 1 });
      leave();
      (await large)();
    });

    test('as many as the limits say may wait, to the byte', async () => {
      const line = make({ waiting: 2, bytes: 100 });
      const leave = await entered(line, 'Blue');
      const waiting = [entered(line, 'Blue', 50), entered(line, 'Blue', 50)];
      await tick();
      expect(await line.enter('Blue', 0)).toEqual({ retryAfterSeconds: 1 });
      leave();
      for (const one of waiting) (await one)();
      const again = await entered(line, 'Blue');
      const first = entered(line, 'Blue', 50);
      expect(await line.enter('Blue', 51)).toEqual({ retryAfterSeconds: 1 });
      again();
      (await first)();
    });
  });
}

test('whoever went without leaving holds up a polled line for three seconds, and leaves nobody else’s place', async () => {
  const line = createPolledQueue({ now: () => at, pause: tick });
  const lost = await entered(line, 'Blue');
  let isIn = false;
  const next = entered(line, 'Blue').then((leave) => {
    isIn = true;
    return leave;
  });
  at += 2_999;
  await tick();
  expect(isIn).toBe(false);
  at += 1;
  const leave = await next;
  lost();
  let third = false;
  const after = entered(line, 'Blue').then((gone) => {
    third = true;
    gone();
  });
  await tick();
  expect(third).toBe(false);
  leave();
  await after;
});
