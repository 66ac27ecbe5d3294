import type { BreakerState } from './circuit-breaker.ts';
import type { FallbackReason } from './fallback-reason.ts';

/** Health of an upstream. Counters start at zero if the process restarts, and count up from there. */
export interface UpstreamStatus {
  readonly breaker: BreakerState;
  readonly inFlight: number;
  readonly waiting: number;
  readonly consecutiveFailures: number;
  /** Reason of the last failed request; null if none failed. */
  readonly lastFailure: FallbackReason | null;
  /** Milliseconds until the next request may be made; 0 if now. */
  readonly retryInMs: number;
  /** Number of times the breaker opened from closed. */
  readonly opened: number;
  readonly succeeded: number;
  /** Requests that were sent and got an error, a bad answer, a late answer or none. */
  readonly failed: number;
  /** Requests not sent: the breaker was open, or the queue full or too slow. */
  readonly refused: number;
}
