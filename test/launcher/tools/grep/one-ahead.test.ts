import { expect, test } from 'vitest';
import { oneAhead } from '../../../../launcher/tools/grep/one-ahead.ts';

test('an item is made while the one before it is in use', async () => {
  const made: number[] = [];
  const used: string[] = [];
  async function* source(): AsyncGenerator<number> {
    for (let item = 1; item <= 3; item++) {
      made.push(item);
      yield item;
    }
  }
  for await (const item of oneAhead(source())) used.push(`${item} of ${made.length}`);
  expect(used).toEqual(['1 of 2', '2 of 3', '3 of 3']);
});
