import { expect, test } from 'vitest';
import { percentOf, pointsOf } from './figure-words.ts';

const figure = (value: number | undefined, ...interval: [] | [number, number]) => ({
  ...{ value, sessions: 20, interval: interval.length === 2 ? interval : undefined },
});

test('a share is a percentage with its interval', () => {
  expect(percentOf(figure(0.431, 0.38, 0.484))).toBe('43 % (38–48)');
  expect(percentOf(figure(0.00157, 0, 0.0042), 1)).toBe('0.2 % (0.0–0.4)');
  expect(percentOf(figure(-0.0001, -0.012, -0.0003), 1)).toBe('0.0 % (−1.2 to 0.0)');
});

test('too few sessions give no interval, nothing to count no value', () => {
  expect(percentOf(figure(0.5))).toBe('50 %');
  expect(percentOf(figure(undefined))).toBe('–');
  expect(pointsOf(figure(undefined))).toBe('–');
});

test('a difference has its sign', () => {
  expect(pointsOf(figure(0.031, -0.012, 0.07))).toBe('+3 (−1 to +7)');
  expect(pointsOf(figure(-0.002, -0.3, 0.001))).toBe('0 (−30 to 0)');
  expect(pointsOf(figure(-0.04))).toBe('−4');
});
