import { describe, expect, test } from 'vitest';
import {
  createFairQueue,
  type FairQueue,
  LARGE_BYTES,
  type QueueLimits,
  type Release,
} from '../../../../../worker/routes/prune/queue/fair-queue.ts';
import { createPolledQueue } from '../../../../../worker/routes/prune/queue/polled-queue.ts';

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
let at = 0;
const QUEUES: Record<string, (limits?: Partial<QueueLimits>) => FairQueue> = {
  'fair queue': (limits) => createFairQueue({ loopTurn: tick, ...limits }),
  'polled queue': (limits) => createPolledQueue({ now: () => at, pause: tick, ...limits }),
};

async function entered(line: FairQueue, team: string, bytes = LARGE_BYTES): Promise<Release> {
  const leave = await line.enter(team, bytes);
  if (typeof leave !== 'function') throw new Error(`there was no room for ${team}`);
  return leave;
}

for (const [name, make] of Object.entries(QUEUES)) {
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

    test('teams that come again at once passed over one that waited', async () => {
      const line = make({ teams: 2 });
      const busy = async (team: string): Promise<void> => {
        for (let i = 0; i < 20; i++) {
          const leave = await entered(line, team);
          await tick();
          leave();
        }
      };
      const others = Promise.all([busy('Blue'), busy('Red')]);
      await tick();
      let turns = 0;
      const green = (async () => {
        for (; turns < 5; turns++) (await entered(line, 'Green'))();
      })();
      await Promise.race([others, green]);
      expect(turns).toBe(5);
      await Promise.all([others, green]);
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
      expect(await line.enter('Blue', LARGE_BYTES)).toEqual({ retryAfterSeconds: 2 });
      // Another team is not affected.
      (await entered(line, 'Red'))();
      leave();
      for (const one of waiting) (await one)();
      (await entered(line, 'Blue'))();
    });

    test('what waits is bounded by its bytes too, but for the first', async () => {
      const line = make({ bytes: 2 * LARGE_BYTES });
      const leave = await entered(line, 'Blue');
      const large = entered(line, 'Blue', 20 * LARGE_BYTES);
      expect(await line.enter('Blue', LARGE_BYTES)).toEqual({ retryAfterSeconds: 1 });
      leave();
      (await large)();
    });

    test('as many as the limits say may wait, to the byte', async () => {
      const line = make({ waiting: 2, bytes: 3 * LARGE_BYTES });
      const leave = await entered(line, 'Blue');
      const waiting = [entered(line, 'Blue'), entered(line, 'Blue')];
      await tick();
      expect(await line.enter('Blue', LARGE_BYTES)).toEqual({ retryAfterSeconds: 1 });
      leave();
      for (const one of waiting) (await one)();
      const again = await entered(line, 'Blue');
      const first = entered(line, 'Blue');
      expect(await line.enter('Blue', 2 * LARGE_BYTES + 1)).toEqual({ retryAfterSeconds: 1 });
      again();
      (await first)();
    });

    test('a small text does not wait for the large ones of its team, nor for those of eight others', async () => {
      const line = make({ teams: 1 });
      const leave = await entered(line, 'Blue');
      const other = entered(line, 'Red');
      (await entered(line, 'Blue', 1))();
      (await entered(line, 'Red', 1))();
      leave();
      (await other)();
    });
  });
}

test('a key with texts of 50 KB took another team’s time: a team has 64 KiB of small texts in flight', async () => {
  const line = createFairQueue({ loopTurn: tick });
  const half = LARGE_BYTES / 2;
  const inFlight = [await entered(line, 'Blue', half), await entered(line, 'Blue', half - 1)];
  let isIn = false;
  const third = entered(line, 'Blue', 1).then((leave) => {
    isIn = true;
    leave();
  });
  await tick();
  expect(isIn).toBe(false);
  (await entered(line, 'Red', LARGE_BYTES - 1))();
  inFlight[0]?.();
  await third;
  inFlight[1]?.();
});

test('of 200 small texts of a team each comes in its turn, and no more than 64 KiB at once', async () => {
  const line = createFairQueue({ loopTurn: tick });
  let inside = 0;
  let max = 0;
  const order: number[] = [];
  const one = async (i: number): Promise<void> => {
    const leave = await entered(line, 'Blue', 10_000);
    order.push(i);
    max = Math.max(max, ++inside);
    await tick();
    inside--;
    leave();
  };
  await Promise.all(Array.from({ length: 200 }, (_, i) => one(i)));
  expect(max).toBe(6);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('the next request of a team started before those that had arrived were seen: the event loop turns first', async () => {
  let turn = (): void => {};
  const loopTurn = (): Promise<void> => new Promise((resolve) => (turn = resolve));
  const line = createFairQueue({ loopTurn });
  const order: string[] = [];
  const first = await entered(line, 'Blue', LARGE_BYTES - 1);
  const next = entered(line, 'Blue', LARGE_BYTES - 1).then(() => order.push('Blue'));
  first();
  await tick();
  (await entered(line, 'Red', LARGE_BYTES - 1))();
  order.push('Red');
  turn();
  await next;
  expect(order).toEqual(['Red', 'Blue']);
});

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

/** Creates a polled queue for one team at a time. Its waiters only look when the test says so. */
function lookingWhenTold() {
  let time = 0;
  const pauses: { readonly ms: number; readonly go: () => void }[] = [];
  const pause = (ms: number): Promise<void> => new Promise((go) => void pauses.push({ ms, go }));
  const line = createPolledQueue({ now: () => time, pause, teams: 1 });
  return {
    line,
    pass(ms: number): void {
      time += ms;
    },
    pauses: () => pauses.map(({ ms }) => ms),
    /** Lets the chosen waiters look again; by default all. */
    async look(which: (at: number) => boolean = () => true): Promise<void> {
      const now = pauses.splice(0);
      for (const [index, one] of now.entries()) {
        if (which(index)) one.go();
        else pauses.push(one);
      }
      await tick();
    },
  };
}

test('the more wait in a polled line, the less often each looks, but every 20 ms at least', async () => {
  const { line, look, pauses } = lookingWhenTold();
  const leave = await entered(line, 'Blue');
  const teams = Array.from({ length: 30 }, (_, i) => entered(line, `team ${i}`));
  await look();
  expect(pauses()).toEqual(Array(30).fill(20));
  leave();
  for (let left = 30; left > 0; left--) {
    await look();
    expect(Math.max(...pauses(), 1)).toBeLessThanOrEqual(Math.min(left, 20));
    void Promise.all(teams.slice(30 - left, 31 - left)).then(([gone]) => gone?.());
    await tick();
  }
  await Promise.all(teams);
});

test('a waiter that has not looked for half a second holds up nobody, and has its place again when it looks', async () => {
  const { line, look, pass } = lookingWhenTold();
  const leave = await entered(line, 'Blue');
  const order: string[] = [];
  const waits = (team: string) =>
    entered(line, team).then((gone) => {
      order.push(team);
      gone();
    });
  const all = [waits('Red'), waits('Green')];
  leave();
  pass(499);
  // Red was first, and its place is still reserved.
  await look((index) => index === 1);
  expect(order).toEqual([]);
  pass(1);
  await look((index) => index === 1);
  expect(order).toEqual(['Green']);
  await look();
  await Promise.all(all);
  expect(order).toEqual(['Green', 'Red']);
});

test('a team that has no more waiting comes as a new one, before those that were served', async () => {
  const { line, look } = lookingWhenTold();
  (await entered(line, 'Blue'))();
  (await entered(line, 'Red'))();
  const leave = await entered(line, 'Green');
  const order: string[] = [];
  const waits = async (team: string): Promise<void> => {
    const gone = await entered(line, team);
    order.push(team);
    gone();
  };
  const all = [waits('Red'), waits('Blue')];
  leave();
  await look();
  await look();
  await Promise.all(all);
  expect(order).toEqual(['Red', 'Blue']);
});

test('once a team waited, it had one small text in flight: it has all that fit', async () => {
  const line = createFairQueue({ loopTurn: tick });
  const first = await entered(line, 'Blue', LARGE_BYTES - 1);
  let inside = 0;
  const all = Array.from({ length: 10 }, async () => {
    const leave = await entered(line, 'Blue', 6_000);
    inside++;
    return leave;
  });
  first();
  const leaving = await Promise.all(all);
  expect(inside).toBe(10);
  for (const leave of leaving) leave();
});

test('a small text passes a polled queue, where waiting takes more than pruning', async () => {
  const line = createPolledQueue({ now: () => at, pause: () => new Promise(() => {}) });
  const all = await Promise.all(Array.from({ length: 100 }, () => entered(line, 'Blue', LARGE_BYTES - 1)));
  for (const leave of all) leave();
});
