import type { Pruner } from '../pruning/pruner.ts';
import type { Pause } from '../pruning/steps.ts';
import type { CountTokens } from '../tokens/count-tokens.ts';
import type { AnswerCache } from './cache/answer-cache.ts';
import type { Joins } from './cache/joins.ts';
import type { Sha256 } from './cache/sha256.ts';
import type { WireLimits } from './wire-limits.ts';

/** What answering a request takes, handed in by whoever hosts it. */
export interface PruneDoor {
  readonly pruner: Pruner;
  readonly countTokens: CountTokens;
  readonly limits: WireLimits;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Resolves when it is this request's turn to compute on so many characters: large texts must not starve the rest. */
  readonly turn: Pause;
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
  /** Answers of earlier requests. Without it nothing is remembered. */
  readonly cache?: AnswerCache | undefined;
  /** Makes their keys. Default: Web Crypto. */
  readonly sha256?: Sha256 | undefined;
  /** Requests in flight, of which equal ones share one computation. Without it each computes its own. */
  readonly joins?: Joins | undefined;
  /**
   * Keeps this request's context until the work has ended: on Workers, what others joined would die with the caller who
   * began it (`waitUntil`). The work given does not reject.
   */
  readonly keepAlive?: ((work: Promise<unknown>) => void) | undefined;
  /** Who may share answers, a team's id: part of every key. */
  readonly scope?: string | undefined;
  /** Name and version of what prunes, part of every key: what answers differently must be named differently. */
  readonly engineVersion?: string | undefined;
  /** The same of what prunes with a `context`, part of the keys of such requests. */
  readonly sessionVersion?: string | undefined;
}
