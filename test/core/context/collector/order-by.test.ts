import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderBy } from '../../../../src/context/collector/order-by.ts';

const NUMBERS = fc.array(
  fc.oneof(fc.double({ min: 0, max: 1e300, noNaN: true }).map(Math.abs), fc.integer({ min: 0, max: 5 })),
  { maxLength: 200 },
);

test('the order is that of a stable sort, of all places and of some in whatever order', () => {
  fc.assert(
    fc.property(NUMBERS, fc.boolean(), fc.integer({ min: 1, max: 3 }), (numbers, isReversed, every) => {
      const some = [...numbers.keys()].filter((place) => place % every === 0);
      const places = isReversed ? some.toReversed() : some;
      const sorted = places.toSorted((a, b) => (numbers[a] as number) - (numbers[b] as number));
      expect([...orderBy(Float64Array.from(numbers), Uint32Array.from(places))]).toEqual(sorted);
    }),
    { numRuns: 200, seed: 7 },
  );
});
