import { expect, test } from 'vitest';
import { bestRuns, type Priced } from '../../../../src/engine/keep/best-runs.ts';

function priced(gains: readonly number[], tokens: readonly number[], markerTokens: number): Priced {
  return { gains: Float32Array.from(gains), tokens: Int32Array.from(tokens), markerTokens };
}

function worth({ gains, tokens, markerTokens }: Priced, price: number, keep: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < gains.length; i++) {
    if (keep[i] === 1) sum += (gains[i] as number) - price * (tokens[i] as number);
    else if (i === 0 || keep[i - 1] === 1) sum -= price * markerTokens;
  }
  return sum;
}

/** Pseudo-random numbers, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('no other choice of lines is worth more', () => {
  const next = numbers(7);
  for (let round = 0; round < 200; round++) {
    const count = 1 + Math.floor(next() * 9);
    const of = priced(
      Array.from({ length: count }, () => next() ** 2),
      Array.from({ length: count }, () => 1 + Math.floor(next() * 20)),
      Math.floor(next() * 15),
    );
    const price = next() / 10;
    let max = -Infinity;
    for (let choice = 0; choice < 2 ** count; choice++) {
      const keep = Array.from({ length: count }, (_, i) => (choice >> i) & 1);
      max = Math.max(max, worth(of, price, keep));
    }
    expect(worth(of, price, bestRuns(of, price))).toBeCloseTo(max, 6);
  }
});

test('poor lines between good ones are kept where a marker would cost more', () => {
  const gains = [0.9, 0, 0, 0.9, 0, 0, 0, 0, 0, 0];
  const tokens = Array(10).fill(5);
  expect([...bestRuns(priced(gains, tokens, 11), 0.05)]).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
  expect([...bestRuns(priced(gains, tokens, 2), 0.05)]).toEqual([1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
});

test('at no price all is kept, and at any price nothing of no text', () => {
  expect([...bestRuns(priced([0, 0.1], [1, 1], 10), 0)]).toEqual([1, 1]);
  expect([...bestRuns(priced([], [], 10), 1)]).toEqual([]);
});
