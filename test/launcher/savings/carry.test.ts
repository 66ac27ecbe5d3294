import { expect, test } from 'vitest';
import { type CarriedSession, type Carrying, carry } from '../../../launcher/savings/carry.ts';

type Step = readonly [request: number, spared: number, definitions?: number, resets?: number];

/** Returns the tokens that each step of one session carries over. */
function carriedBy(...steps: readonly Step[]): readonly number[] {
  let session: CarriedSession | undefined;
  return steps.map(([request, spared, definitions = 0, resets = 0]) => {
    const added: Carrying = { spared, definitions };
    const next = carry(session, { id: 's', request, resets }, added);
    session = next.session;
    return next.carried;
  });
}

test('a token spared counts for each later request but the first, which would have sent it anew', () => {
  expect(carriedBy([1, 100], [2, 0], [3, 0], [6, 0])).toEqual([0, 0, 100, 300]);
});

test('calls of one request go on together', () => {
  expect(carriedBy([1, 100], [1, 10], [3, 0])).toEqual([0, 0, 110]);
});

test('definitions are sent again by every request, those before they were known of among them', () => {
  expect(carriedBy([1, 0, 50], [3, 0])).toEqual([0, -100]);
  expect(carriedBy([4, 0, 50], [5, 0])).toEqual([-150, -50]);
});

test('what was fetched back is sent again as well', () => {
  expect(carriedBy([1, 100], [2, -100], [5, 0])).toEqual([0, 0, 300 - 200]);
});

test('after earlier results have left the context nothing of them is counted, and definitions still are', () => {
  expect(carriedBy([1, 100, 10], [9, 20, 0, 1], [11, 0, 0, 1])).toEqual([0, -80, 20 - 20]);
});

test('a session whose record begins anew counts nothing twice', () => {
  expect(carriedBy([8, 100], [2, 10], [3, 0], [9, 0])).toEqual([0, 0, 0, 0]);
});
