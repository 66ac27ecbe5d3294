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

export interface CircuitBreaker {
  readonly state: BreakerState;
  readonly consecutiveFailures: number;
  /** Number of times it opened from closed. */
  readonly opened: number;
  /** Milliseconds until a request may be made, unless a probe ends sooner; 0 if it may be made now. */
  waitMs(): number;
  /** Returns a pass, or undefined if the breaker is open or a probe is in flight. */
  enter(): Pass | undefined;
}

/** Creates a breaker that stops requests after repeated failures and probes from time to time for recovery. */
export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { failures, coolDownMs, maxCoolDownMs, probeMs, now } = options;
  let state: BreakerState = 'closed';
  let inARow = 0;
  let opened = 0;
  let coolDown = coolDownMs;
  let until = 0;
  // Requests made before it opened say nothing about the state now.
  let era = 0;

  const open = (): void => {
    state = 'open';
    era += 1;
    until = now() + coolDown;
  };

  const pass = (): Pass => {
    const [begun, probing] = [era, state === 'half_open'];
    const once = (then: () => void) => () => {
      if (begun === era) then();
    };
    return {
      succeeded: once(() => {
        inARow = 0;
        if (!probing) return;
        state = 'closed';
        coolDown = coolDownMs;
        era += 1;
      }),
      failed: once(() => {
        inARow += 1;
        if (probing) {
          coolDown = Math.min(coolDown * 2, maxCoolDownMs);
          open();
        } else if (inARow >= failures) {
          opened += 1;
          open();
        }
      }),
      unused: once(() => {
        if (!probing) return;
        state = 'open';
        era += 1;
        until = now();
      }),
    };
  };

  const waitMs = (): number => {
    if (state === 'closed') return 0;
    return Math.max(0, until - now());
  };

  return {
    get state() {
      return state;
    },
    get consecutiveFailures() {
      return inARow;
    },
    get opened() {
      return opened;
    },
    waitMs,
    enter() {
      if (waitMs() > 0) return undefined;
      if (state !== 'closed') {
        state = 'half_open';
        era += 1;
        until = now() + probeMs;
      }
      return pass();
    },
  };
}
