import { expect, test } from 'vitest';
import { createTurns } from '../../../../launcher/platform/process/turns.ts';

test('the event loop turns when enough work was done since the last turn', async () => {
  const turns: number[] = [];
  let done = 0;
  const pause = createTurns(async () => turns.push(done));
  for (const chars of [30_000, 30_000, 30_000, 70_000, 10, 65_526]) {
    done += chars;
    await pause(chars);
  }
  expect(turns).toEqual([90_000, 160_000, 225_536]);
});

test('what waits for the event loop runs in a turn', async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await createTurns()(65_536);
  expect(turned).toBe(true);
});
