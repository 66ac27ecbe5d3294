import { describe, expect, test } from 'vitest';
import { createLine, createPolledLine, type LargeTexts } from '../../../worker/prune/large-texts.ts';

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
let at = 0;
const LINES: Record<string, () => LargeTexts> = {
  line: createLine,
  'polled line': () => createPolledLine({ now: () => at, pause: tick }),
};

for (const [name, make] of Object.entries(LINES)) {
  describe(name, () => {
    test('one at a time, and everybody in the end', async () => {
      const line = make();
      let inside = 0;
      let most = 0;
      const one = async (): Promise<void> => {
        const leave = await line.enter();
        most = Math.max(most, ++inside);
        await tick();
        inside--;
        leave();
        leave();
      };
      await Promise.all(Array.from({ length: 20 }, one));
      expect([most, inside]).toEqual([1, 0]);
    });
  });
}

test('whoever went without leaving holds up a polled line for three seconds, and leaves nobody else’s place', async () => {
  const line = createPolledLine({ now: () => at, pause: tick });
  const lost = await line.enter();
  let entered = false;
  const next = line.enter().then((leave) => {
    entered = true;
    return leave;
  });
  at += 2_999;
  await tick();
  expect(entered).toBe(false);
  at += 1;
  const leave = await next;
  lost();
  let third = false;
  const after = line.enter().then((gone) => {
    third = true;
    gone();
  });
  await tick();
  expect(third).toBe(false);
  leave();
  await after;
});
