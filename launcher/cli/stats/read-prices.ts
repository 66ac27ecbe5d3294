import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asJsonObject, isJsonObject } from '../../../src/base/json/json-object.ts';
import { DEFAULT_PRICES, PRICES_CHECKED, type Price, toPrice } from '../../../src/base/prices.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { ConfigError, givenPrices } from '../../platform/settings/config.ts';

/** File with the user's own prices, in MCP_PRUNER_HOME. */
export const PRICES_FILE = 'prices.json';

export interface Prices {
  readonly prices: readonly Price[];
  /** The date of the default prices; undefined if none of them is among `prices`. */
  readonly checked: string | undefined;
}

const FIELDS = ['input', 'cacheWrite', 'cacheRead', 'output'] as const;
const ALLOWED = `{"MODEL": {${FIELDS.map((name) => `"${name}": DOLLARS`).join(', ')}}}, per million tokens`;

/**
 * Reads the prices for showing savings in dollars: those of MCP_PRUNER_PRICES, otherwise the user's file, otherwise the
 * defaults. Rejects with a `ConfigError`.
 */
export async function readPrices(env: Readonly<Record<string, string | undefined>>, home: string): Promise<Prices> {
  const own = await readOwn(path.join(home, PRICES_FILE));
  const known = [...own, ...DEFAULT_PRICES];
  const named = givenPrices(env).map((one) => {
    const price = typeof one === 'string' ? known.find(({ model }) => model === one) : one;
    if (price !== undefined) return price;
    const allowed = [...known.map(({ model }) => model), `${one}=INPUT/CACHE_WRITE/CACHE_READ/OUTPUT`];
    throw new ConfigError(`cannot use MCP_PRUNER_PRICES "${one}": expected ${allowed.join(', ')}`);
  });
  const prices = named.length > 0 ? named : own.length > 0 ? own : DEFAULT_PRICES;
  return { prices, checked: prices.some((one) => DEFAULT_PRICES.includes(one)) ? PRICES_CHECKED : undefined };
}

async function readOwn(file: string): Promise<readonly Price[]> {
  const refuse = (why: string): never => {
    throw new ConfigError(`cannot read prices in ${JSON.stringify(file)}: ${why}`);
  };
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR' ? [] : refuse(errnoWords(error));
  }
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return refuse(`expected JSON: ${ALLOWED}`);
  }
  if (!isJsonObject(root)) return refuse(`expected ${ALLOWED}`);
  return Object.entries(root).map(([model, numbers]) => {
    const { input, cacheWrite = input, cacheRead, output } = asJsonObject(numbers);
    const price = toPrice(model, [input, cacheWrite, cacheRead, output]);
    return price ?? refuse(`"${model}" is no price: expected ${ALLOWED}`);
  });
}
