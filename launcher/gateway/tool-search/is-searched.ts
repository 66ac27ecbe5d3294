import type { Lazy } from '../../platform/settings/variables.ts';

/**
 * True if this client must search for tools. `defers` tells whether the client itself shows its model no definitions
 * until the model asks for one. Two nested searches would find less and take longer. It is called only if it matters.
 */
export async function isSearched(lazy: Lazy, defers: () => Promise<boolean>): Promise<boolean> {
  return lazy === 'on' || (lazy === 'auto' && !(await defers()));
}
