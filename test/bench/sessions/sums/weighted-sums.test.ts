import { expect, test } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { weightedSums } from './weighted-sums.ts';

test.each([0, 1, 3, 4, 5, 9])('%i columns are summed as one by one', (count) => {
  const next = seededRandom(count);
  const columns = Array.from({ length: count }, () => Float64Array.from({ length: 7 }, next));
  const weights = [Float64Array.of(0, 1, 2, 0, 3, 1, 0), Float64Array.of(1, 1, 0, 2, 0, 0, 3)] as const;
  const sums = weights.flatMap((times) =>
    columns.map((column) => column.reduce((sum, value, at) => sum + value * (times[at] as number), 0)),
  );
  expect([...weightedSums(columns, ...weights)]).toEqual(sums.map((sum) => expect.closeTo(sum, 12)));
});
