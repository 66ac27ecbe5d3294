import type { DocumentsRequest } from './documents-request.ts';

/** Max share of a text's tokens, above 0 and up to 1; undefined without a limit. */
export type Share = number | undefined;

/**
 * Returns the share of each document that keeps them all within the budget: the tightest of tokens, characters and
 * ratio. Every document gets the same share.
 */
export function shareOf(budget: DocumentsRequest['budget'], total: { tokens: number; chars: number }): Share {
  const shares = [budget?.ratio];
  if (budget?.tokens !== undefined) shares.push(budget.tokens / Math.max(1, total.tokens));
  if (budget?.chars !== undefined) shares.push(budget.chars / Math.max(1, total.chars));
  const bounds = shares.filter((share) => share !== undefined && share < 1);
  return bounds.length === 0 ? undefined : Math.min(...bounds.map(Number));
}
