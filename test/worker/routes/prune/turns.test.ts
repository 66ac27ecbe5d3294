import { expect, test } from 'vitest';
import { byTimer, createTurns } from '../../../../worker/routes/prune/turns.ts';

const LARGE = 1_000_000;

test('small texts do not wait', async () => {
  let turns = 0;
  const turn = createTurns(async () => {
    turns++;
  });
  await turn(12_287);
  expect(turns).toBe(0);
  await turn(1);
  expect(turns).toBe(1);
  await turn(12_287);
  expect(turns).toBe(1);
});

test('the event loop turns between two bursts', async () => {
  const turn = createTurns(byTimer);
  let ticked = false;
  setTimeout(() => {
    ticked = true;
  }, 0);
  while (!ticked) await turn(LARGE);
});
