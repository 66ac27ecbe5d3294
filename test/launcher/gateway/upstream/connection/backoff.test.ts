import { expect, test } from 'vitest';
import { createBackoff } from '../../../../../launcher/gateway/upstream/connection/backoff.ts';

test('waits double from half a second to a minute, and stay there', () => {
  const backoff = createBackoff(() => 1);
  const waits = Array.from({ length: 9 }, () => backoff.next());
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(backoff.attempt).toBe(9);
});

test('any part of a wait may be drawn', () => {
  const backoff = createBackoff(() => 0.25);
  expect([backoff.next(), backoff.next()]).toEqual([125, 250]);
  expect(createBackoff(() => 0).next()).toBe(0);
});

test('begins anew after a reset', () => {
  const backoff = createBackoff(() => 1);
  backoff.next();
  backoff.next();
  backoff.reset();
  expect(backoff.next()).toBe(500);
});

test('does not overflow after very many waits', () => {
  const backoff = createBackoff(() => 1);
  for (let i = 0; i < 5000; i++) backoff.next();
  expect(backoff.next()).toBe(60_000);
});
