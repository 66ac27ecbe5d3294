import type { FallbackReason } from '../fallback-reason.ts';
import type { BreakerState } from './circuit-breaker.ts';

/** How an upstream fares. Counters count since the start. */
export interface UpstreamStatus {
  readonly breaker: BreakerState;
  readonly inFlight: number;
  readonly waiting: number;
  readonly consecutiveFailures: number;
  /** Of the last request that was asked and failed; null where none has. */
  readonly lastFailure: FallbackReason | null;
  /** Milliseconds until it is asked again; 0 where it is asked now. */
  readonly retryInMs: number;
  /** How often the breaker opened from closed. */
  readonly opened: number;
  readonly succeeded: number;
  /** Asked, and answered by an error, badly, too late or not at all. */
  readonly failed: number;
  /** Not asked: the breaker was open, or the line full or too slow. */
  readonly refused: number;
}
