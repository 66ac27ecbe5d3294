import { DEFAULT_TOKEN_LIMIT } from '../../../src/context/usage/usage-metrics.ts';

/** Tokens that the contexts of today's models hold, to be compared with. */
export const WINDOW_SIZES: readonly number[] = [32_000, DEFAULT_TOKEN_LIMIT, 1_000_000];

/** The size of that name; the default one for any other. */
export function windowNamed(name: string | undefined): number {
  return WINDOW_SIZES.find((size) => String(size) === name) ?? DEFAULT_TOKEN_LIMIT;
}
