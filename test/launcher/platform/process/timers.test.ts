import { expect, onTestFinished, test, vi } from 'vitest';
import { MAX_TIMER_MS, systemTimers } from '../../../../launcher/platform/timers.ts';

test('a timer was set to a negative time, or to one that Node takes for 1 ms', () => {
  const setTimeout = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => setTimeout.mockRestore());
  for (const ms of [-1, Number.NEGATIVE_INFINITY, 0, 5, MAX_TIMER_MS, MAX_TIMER_MS + 1, Number.POSITIVE_INFINITY]) {
    systemTimers.after(ms, () => {})();
  }
  const max = 2_147_483_647;
  expect(setTimeout.mock.calls.map(([, ms]) => ms)).toEqual([0, 0, 0, 5, max, max, max]);
});
