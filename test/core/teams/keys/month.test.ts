import { expect, test } from 'vitest';
import { monthOf, secondsToNextMonth } from '../../../../src/teams/keys/month.ts';

test('months are calendar months in UTC', () => {
  expect(monthOf(Date.UTC(2026, 10, 30, 23, 59, 59, 999))).toBe('2026-11');
  expect(monthOf(Date.UTC(2026, 11, 1))).toBe('2026-12');
  expect(monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe('2026-12');
  expect(monthOf(Date.UTC(2027, 0, 1))).toBe('2027-01');
  expect(monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe('2026-12');
});

test('the next month begins in so many whole seconds, at least one', () => {
  expect(secondsToNextMonth(Date.UTC(2026, 11, 31, 23, 59, 0))).toBe(60);
  expect(secondsToNextMonth(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe(1);
  expect(secondsToNextMonth(Date.UTC(2026, 1, 1))).toBe(28 * 86_400);
});
