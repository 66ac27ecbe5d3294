/** `half_open`: one request is in flight to test if it works again. */
export type BreakerState = 'closed' | 'open' | 'half_open';

export interface BreakerOptions {
  /** Consecutive failures that open it. */
  readonly failures: number;
  /** Milliseconds until the first probe; doubled with every failed probe. */
  readonly coolDownMs: number;
  /** Max cool-down, in milliseconds. */
  readonly maxCoolDownMs: number;
  /** Milliseconds to wait for a probe. If a runtime drops a request, nothing reports its outcome. */
  readonly probeMs: number;
  /** Returns milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Permission for one request. Call exactly one of these, once, when the outcome is known. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** Nothing was learned: the caller left. */
  unused(): void;
}

/** Creates a breaker that stops requests after repeated failures and probes from time to time for recovery. */
export class CircuitBreaker {
  state: BreakerState = 'closed';
  consecutiveFailures = 0;
  /** Number of times it opened from closed. */
  opened = 0;
  readonly #options: BreakerOptions;
  #coolDown: number;
  #until = 0;
  // Requests made before the last change say nothing about the state now.
  #era = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#coolDown = options.coolDownMs;
  }

  /** Milliseconds until a request may be made, unless a probe ends sooner; 0 if it may be made now. */
  waitMs(): number {
    return this.state === 'closed' ? 0 : Math.max(0, this.#until - this.#options.now());
  }

  /** Returns a pass, or undefined if the breaker is open or a probe is in flight. */
  enter(): Pass | undefined {
    if (this.waitMs() > 0) return undefined;
    if (this.state !== 'closed') this.#become('half_open', this.#options.probeMs);
    const era = this.#era;
    const isProbe = this.state === 'half_open';
    const once = (then: () => void) => () => {
      if (era === this.#era) then();
    };
    return {
      succeeded: once(() => this.#succeeded(isProbe)),
      failed: once(() => this.#failed(isProbe)),
      unused: once(() => {
        if (isProbe) this.#become('open', 0);
      }),
    };
  }

  #succeeded(isProbe: boolean): void {
    this.consecutiveFailures = 0;
    if (!isProbe) return;
    this.#coolDown = this.#options.coolDownMs;
    this.#become('closed', 0);
  }

  #failed(isProbe: boolean): void {
    this.consecutiveFailures += 1;
    if (isProbe) this.#coolDown = Math.min(this.#coolDown * 2, this.#options.maxCoolDownMs);
    else if (this.consecutiveFailures < this.#options.failures) return;
    else this.opened += 1;
    this.#become('open', this.#coolDown);
  }

  #become(state: BreakerState, waitMs: number): void {
    this.state = state;
    this.#era += 1;
    this.#until = this.#options.now() + waitMs;
  }
}
