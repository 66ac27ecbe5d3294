/** How an upstream pruner fares, as its breaker knows it. */
export interface UpstreamStatus {
  /** `closed`: asked. `open`: it failed too often and is left alone. `half_open`: a probe finds out. */
  readonly state: 'closed' | 'open' | 'half_open';
  /** Calls under way, and calls that wait for their turn. */
  readonly inFlight: number;
  readonly waiting: number;
  readonly consecutiveFailures: number;
}
