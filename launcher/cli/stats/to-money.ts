import type { Price } from '../../../src/base/prices.ts';
import { netOf, type SavingsSums } from '../../savings/savings.ts';

/** Savings in US dollars at the prices of one model; negative for a loss. */
export interface Money {
  readonly model: string;
  /** Cost of sending the net tokens once, as a write to the prompt cache. */
  readonly once: number;
  /** Cost of the cache reads by later requests. */
  readonly later: number;
  /** Cost of tokens that the model wrote only because of us. */
  readonly written: number;
  readonly net: number;
}

const MILLION = 1_000_000;

/**
 * Converts savings to money. Each saved token would have been written to the cache by one request and read from it by
 * each later one. Results are shortened before they are first sent, so cached content is never rewritten.
 */
export function toMoney(sums: SavingsSums, { model, cacheWrite, cacheRead, output }: Price): Money {
  const once = (netOf(sums) * cacheWrite) / MILLION;
  const later = (sums.carried * cacheRead) / MILLION;
  const written = (sums.written * output) / MILLION;
  return { model, once, later, written, net: once + later - written };
}
