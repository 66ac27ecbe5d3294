import type { Price } from '../../config/prices.ts';
import { netOf, type SavingsSums } from '../../ledger/savings.ts';

/** Savings in US dollars at the prices of one model; below zero for a loss. */
export interface Money {
  readonly model: string;
  /** Net tokens, each sent once: as a write to the prompt cache. */
  readonly once: number;
  /** Tokens that later requests would have read from the cache. */
  readonly later: number;
  /** Tokens that the model wrote because we are there. */
  readonly written: number;
  readonly net: number;
}

const MILLION = 1_000_000;

/**
 * Tells savings in money. A token spared would have been written to the cache by one request, and read from it by each
 * later one; results are shortened before they are first sent, so that nothing in the cache is ever written anew.
 */
export function toMoney(sums: SavingsSums, { model, cacheWrite, cacheRead, output }: Price): Money {
  const once = (netOf(sums) * cacheWrite) / MILLION;
  const later = (sums.carried * cacheRead) / MILLION;
  const written = (sums.written * output) / MILLION;
  return { model, once, later, written, net: once + later - written };
}
