import { expect, test } from 'vitest';
import { byImmediate, byTimer, createTurns, createTurnsOfOnesOwn } from '../../../worker/prune/turns.ts';

const LARGE = 1_000_000;

test('small texts do not wait', async () => {
  const turn = createTurns();
  let ticked = false;
  const timer = new Promise<void>((resolve) =>
    setTimeout(() => {
      ticked = true;
      resolve();
    }, 0),
  );
  for (let i = 0; i < 10; i++) await turn(1_000);
  expect(ticked).toBe(false);
  await timer;
});

test('large texts wait in line, and a small one goes ahead of them', async () => {
  const turn = createTurns();
  const order: string[] = [];
  const one = (name: string, chars: number): Promise<void> =>
    turn(chars).then(() => {
      order.push(name);
    });
  await Promise.all([one('large 1', LARGE), one('large 2', LARGE), one('small', 10), one('large 3', LARGE)]);
  expect(order).toEqual(['small', 'large 1', 'large 2', 'large 3']);
});

test.each([byTimer, byImmediate])('the event loop turns between two large texts', async (loopTurn) => {
  const turn = createTurns(loopTurn);
  let ticked = false;
  setTimeout(() => {
    ticked = true;
  }, 0);
  while (!ticked) await turn(LARGE);
});

test('turns of one’s own wait for the loop and for nobody else', async () => {
  const turn = createTurnsOfOnesOwn();
  let ticked = false;
  setTimeout(() => {
    ticked = true;
  }, 0);
  await turn(10);
  expect(ticked).toBe(false);
  const abandoned = turn(LARGE);
  while (!ticked) await turn(LARGE);
  await abandoned;
});
