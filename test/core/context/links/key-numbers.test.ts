import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberKeys } from '../../../../src/context/links/link-index.ts';

// Few distinct keys, some of which share a part or a slot.
const KEY = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 30 - 1 }),
  fc.constantFrom(0, 1, 16, 17, 2 ** 22, 2 ** 22 + 16, 2 ** 30 - 1),
);
const KEYS = fc.array(KEY, { maxLength: 300 });

test('equal keys have one number, in the order in which they come first; what was not given has none', () => {
  fc.assert(
    fc.property(KEYS, KEYS, (given, asked) => {
      const numbers = new Map([...new Set(given)].map((key, number) => [key, number]));
      const found = numberKeys(Int32Array.from(given), Int32Array.from(asked));
      expect(found.count).toBe(numbers.size);
      expect([...found.given]).toEqual(given.map((key) => numbers.get(key)));
      expect([...found.asked]).toEqual(asked.map((key) => numbers.get(key) ?? -1));
    }),
    { numRuns: 200, seed: 7 },
  );
});
