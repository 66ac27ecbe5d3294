import type { Pruner } from '../pruning/pruner.ts';
import type { CountTokens } from '../tokens/count-tokens.ts';
import type { WireLimits } from './wire-limits.ts';

/** What answering a request takes, handed in by whoever hosts it. */
export interface PruneDoor {
  readonly pruner: Pruner;
  readonly countTokens: CountTokens;
  readonly limits: WireLimits;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Resolves when it is this request's turn to compute on so many characters: large texts must not starve the rest. */
  readonly turn: (chars: number) => Promise<void>;
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
}
