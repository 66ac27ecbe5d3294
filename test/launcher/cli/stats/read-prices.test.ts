import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPrices } from '../../../../launcher/cli/stats/read-prices.ts';
import { DEFAULT_PRICES, PRICES_CHECKED } from '../../../../src/base/prices.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const MINE = { model: 'mine', input: 1, cacheWrite: 1.25, cacheRead: 0.1, output: 5 };

function homeWith(prices?: string): string {
  const home = tempDir();
  if (prices !== undefined) writeFileSync(path.join(home, 'prices.json'), prices);
  return home;
}

const OWN = '{"mine": {"input": 1, "cacheWrite": 1.25, "cacheRead": 0.1, "output": 5}}';

test('without anything of the user’s own they are list prices, with the date they were checked', async () => {
  expect(await readPrices({}, homeWith())).toEqual({ prices: DEFAULT_PRICES, checked: PRICES_CHECKED });
});

test('the user’s file takes their place, and the variable that of both', async () => {
  expect(await readPrices({}, homeWith(OWN))).toEqual({ prices: [MINE], checked: undefined });
  const [first] = DEFAULT_PRICES;
  const named = { MCP_PRUNER_PRICES: `${first?.model},mine,other=1/2/3/4` };
  expect(await readPrices(named, homeWith(OWN))).toEqual({
    prices: [first, MINE, { model: 'other', input: 1, cacheWrite: 2, cacheRead: 3, output: 4 }],
    checked: PRICES_CHECKED,
  });
});

test('writing to the cache costs what input does unless the file says otherwise', async () => {
  const { prices } = await readPrices({}, homeWith('{"m": {"input": 1, "cacheRead": 0.1, "output": 5}}'));
  expect(prices[0]?.cacheWrite).toBe(1);
});

test.each([
  ['{', /prices\.json": expected JSON/],
  ['[]', /prices\.json": expected \{"MODEL"/],
  ['{"m": {"input": 1}}', /"m" is no price: expected/],
  ['{"m": 3}', /"m" is no price/],
])('the file %s is refused', async (text, message) => {
  await expect(readPrices({}, homeWith(text))).rejects.toThrow(message);
});

test('a model without a price, and a value that is none, are refused', async () => {
  await expect(readPrices({ MCP_PRUNER_PRICES: 'x' }, homeWith(OWN))).rejects.toThrow(
    /cannot use MCP_PRUNER_PRICES "x": expected mine, .*x=INPUT/,
  );
  await expect(readPrices({ MCP_PRUNER_PRICES: 'x=1' }, homeWith(OWN))).rejects.toThrow(
    'cannot use MCP_PRUNER_PRICES "x=1"',
  );
});
