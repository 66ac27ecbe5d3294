import type { CountTokens } from '../base/tokens/count-tokens.ts';
import type { Pruner } from '../engine/pruner.ts';
import type { Pause } from '../text/cooperative-task.ts';
import type { AnswerCache } from './cache/answer-cache.ts';
import type { InFlightWork } from './cache/in-flight-work.ts';
import type { Sha256 } from './cache/sha256.ts';
import type { RequestLimits } from './request-limits.ts';

/** Dependencies and settings for answering a request, provided by the host. */
export interface PruneContext {
  readonly pruner: Pruner;
  readonly countTokens: CountTokens;
  readonly limits: RequestLimits;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /**
   * Resolves when this request may process the given number of further characters, so that large texts do not starve
   * other requests.
   */
  readonly turn: Pause;
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
  /** Cached answers of earlier requests. Default: no cache. */
  readonly cache?: AnswerCache | undefined;
  /** Makes the cache keys. Default: Web Crypto. */
  readonly sha256?: Sha256 | undefined;
  /** In-flight requests, so that equal ones share one computation. Default: each computes on its own. */
  readonly inFlight?: InFlightWork | undefined;
  /**
   * Keeps this request's context alive until the work has ended (`waitUntil`). Otherwise, on Workers, shared work would
   * die with the caller who started it. The work never rejects.
   */
  readonly keepAlive?: ((work: Promise<unknown>) => void) | undefined;
  /** Group that may share answers, i.e. a team's id; part of every cache key. */
  readonly scope?: string | undefined;
  /** Name and version of the pruner; part of every cache key. Anything that answers differently needs another name. */
  readonly engineVersion?: string | undefined;
  /** Name and version for pruning with a `context`; part of the cache keys of such requests. */
  readonly sessionVersion?: string | undefined;
}
