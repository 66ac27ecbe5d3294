import { DEFAULT_TOKEN_LIMIT } from '../../../src/context/usage/usage-metrics.ts';

/** Context sizes of today's models in tokens, for comparison. */
export const WINDOW_SIZES: readonly number[] = [32_000, DEFAULT_TOKEN_LIMIT, 1_000_000];

/** Returns the size of that name; the default for any other. */
export function windowNamed(name: string | undefined): number {
  return WINDOW_SIZES.find((size) => String(size) === name) ?? DEFAULT_TOKEN_LIMIT;
}
