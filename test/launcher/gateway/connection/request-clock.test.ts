import { expect, test } from 'vitest';
import { longestCall, startRequestClock } from '../../../../launcher/gateway/connection/request-clock.ts';
import { heldTimers } from '../../process/held-timers.ts';

const LIMITS = { timeoutMs: 1000, mostMs: 5000 };

test('the bound is ten times the timeout, and ten minutes at least', () => {
  expect([longestCall(1000), longestCall(60_000), longestCall(120_000)]).toEqual([600_000, 600_000, 1_200_000]);
});

test('rings after the time without progress', () => {
  const timers = heldTimers(1000, 5000);
  const rung: number[] = [];
  startRequestClock(LIMITS, timers, (ms) => rung.push(ms));
  timers.ring(1000);
  expect(rung).toEqual([1000]);
  expect(() => timers.ring(5000)).toThrow('no timer');
});

test('progress begins the time anew, but not the bound', () => {
  const timers = heldTimers(1000, 5000);
  const rung: number[] = [];
  const clock = startRequestClock(LIMITS, timers, (ms) => rung.push(ms));
  for (let i = 0; i < 20; i++) clock.progressed();
  expect(rung).toEqual([]);
  timers.ring(5000);
  expect(rung).toEqual([5000]);
  clock.progressed();
  expect(() => timers.ring(1000)).toThrow('no timer');
});

test('does not ring once it is stopped', () => {
  const timers = heldTimers(1000, 5000);
  const clock = startRequestClock(LIMITS, timers, () => expect.unreachable());
  clock.stop();
  clock.progressed();
  expect(() => timers.ring(1000)).toThrow('no timer');
});
