import { expect, test } from 'vitest';
import { drawSessions } from './draw-sessions.ts';

const all = (sessions: number): Int32Array => Int32Array.from({ length: sessions }, (_, at) => at);

test('each resample has as many sessions as there are, each of them about once', () => {
  const draws = drawSessions(50);
  const often = new Float64Array(50);
  const times = new Float64Array(50);
  for (let resample = 0; resample < draws.resamples; resample++) {
    draws.read(resample, all(50), times);
    expect(times.reduce((sum, each) => sum + each, 0)).toBe(50);
    for (const [session, each] of times.entries()) often[session] = (often[session] ?? 0) + each;
  }
  expect(draws.resamples).toBe(1000);
  expect(Math.min(...often)).toBeGreaterThan(850);
  expect(Math.max(...often)).toBeLessThan(1150);
});

test('some sessions are read as they are among all', () => {
  const draws = drawSessions(20, { seed: 3, resamples: 4 });
  const times = new Float64Array(20);
  const some = new Float64Array(2);
  draws.read(3, all(20), times);
  draws.read(3, Int32Array.of(17, 2), some);
  expect([...some]).toEqual([times[17], times[2]]);
});

test('no session at all can be drawn', () => {
  expect(drawSessions(0)).toMatchObject({ sessions: 0, resamples: 1000 });
});
