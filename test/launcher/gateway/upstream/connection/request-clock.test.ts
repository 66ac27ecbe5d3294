import { expect, test } from 'vitest';
import { longestCall, startRequestClock } from '../../../../../launcher/gateway/upstream/connection/request-clock.ts';
import { MAX_TIMER_MS, type Timers } from '../../../../../launcher/platform/timers.ts';
import { heldTimers } from '../../../platform/process/held-timers.ts';

const LIMITS = { timeoutMs: 1000, maxMs: 5000 };

test('the bound is ten times the timeout, and ten minutes at least', () => {
  expect([longestCall(1000), longestCall(60_000), longestCall(120_000)]).toEqual([600_000, 600_000, 1_200_000]);
  expect(longestCall(1_000_000_000)).toBe(MAX_TIMER_MS);
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

/** Timers with a clock that the test advances; `waits` lists the lengths of pending timers. */
function manual(): Timers & { readonly waits: () => number[]; later(ms: number): void } {
  let time = 0;
  const waiting = new Set<{ ms: number }>();
  return {
    now: () => time,
    after: (ms) => {
      const timer = { ms };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    waits: () => [...waiting].map(({ ms }) => ms),
    later(ms) {
      time += ms;
    },
  };
}

test('the clock went on while the user was asked', () => {
  const timers = manual();
  const clock = startRequestClock(LIMITS, timers, () => expect.unreachable());
  timers.later(800);
  clock.pause();
  expect(timers.waits()).toEqual([]);
  timers.later(100_000);
  clock.progressed();
  clock.pause();
  expect(timers.waits()).toEqual([]);
  clock.resume();
  clock.resume();
  expect(timers.waits()).toEqual([1000, 4200]);
  timers.later(200);
  clock.pause();
  clock.resume();
  expect(timers.waits()).toEqual([1000, 4000]);
  clock.stop();
  clock.resume();
  clock.pause();
  expect(timers.waits()).toEqual([]);
});
