import { createEmbeddedPruner } from '../src/pruning/embedded.ts';
import type { Pruner } from '../src/pruning/pruner.ts';

/** Who prunes, as the app needs to know it. */
export interface Engine {
  readonly pruner: Pruner;
  /** The name that `/health` gives it. */
  readonly backend: string;
}

/** The embedded engine alone. */
export function embeddedEngine(): Engine {
  return { pruner: createEmbeddedPruner(), backend: 'embedded' };
}
