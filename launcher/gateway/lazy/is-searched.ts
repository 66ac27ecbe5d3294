import type { Lazy } from '../../config/variables.ts';

/**
 * True if this client is to search. `defers` tells if it shows its model no definition until the model asks for one: two
 * searches, one behind the other, would find less and take longer. Asked only where it matters.
 */
export async function isSearched(lazy: Lazy, defers: () => Promise<boolean>): Promise<boolean> {
  return lazy === 'on' || (lazy === 'auto' && !(await defers()));
}
