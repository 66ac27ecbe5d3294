import { expect, test } from 'vitest';
import { createReservations } from '../../../../src/teams/keys/reservations.ts';

test('a team’s reservations add up until they are given back, each once', () => {
  const reservations = createReservations({ now: () => 0 });
  const first = reservations.reserve('blue', 10);
  const second = reservations.reserve('blue', 5);
  reservations.reserve('red', 100);
  expect(reservations.total('blue')).toBe(15);
  first();
  first();
  expect(reservations.total('blue')).toBe(5);
  second();
  expect([reservations.total('blue'), reservations.total('red'), reservations.total('nobody')]).toEqual([0, 100, 0]);
});

test('a reservation whose request was lost ends by itself', () => {
  let at = 0;
  const reservations = createReservations({ now: () => at, leaseMs: 100 });
  reservations.reserve('blue', 10);
  at = 99;
  expect(reservations.total('blue')).toBe(10);
  at = 100;
  expect(reservations.total('blue')).toBe(0);
});

test('a reservation whose request was lost before the clock went back by years ends as soon as others', () => {
  let at = Date.UTC(2029, 0, 1);
  const reservations = createReservations({ now: () => at, leaseMs: 100 });
  reservations.reserve('blue', 10);
  at = Date.UTC(2026, 0, 1);
  expect(reservations.total('blue')).toBe(0);
});
