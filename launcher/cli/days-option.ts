import { type GivenOptions, UsageError } from './command.ts';

export const DAY_MS: number = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

/** Parses the option `--days`. Throws a `UsageError`. */
export function daysOf(given: GivenOptions[string]): number {
  if (given === undefined) return DEFAULT_DAYS;
  const days = /^\d+$/.test(String(given)) ? Number(given) : 0;
  if (days >= 1 && days <= MAX_DAYS) return days;
  throw new UsageError(`cannot use --days "${String(given)}": expected an integer from 1 to ${MAX_DAYS}`);
}
