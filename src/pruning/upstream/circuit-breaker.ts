/** `half_open`: one request is on its way to find out whether it works again. */
export type BreakerState = 'closed' | 'open' | 'half_open';

export interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds until the first probe; doubled with every probe that fails. */
  readonly coolDownMs: number;
  /** The longest it gets, in milliseconds. */
  readonly maxCoolDownMs: number;
  /** Milliseconds that a probe is waited for: where a runtime drops a request, nothing tells how it went. */
  readonly probeMs: number;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Leave to ask once. Exactly one of these is called, once, when it is known how that went. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** Nothing was learnt: the caller went. */
  unused(): void;
}

export interface CircuitBreaker {
  readonly state: BreakerState;
  readonly consecutiveFailures: number;
  /** How often it has opened from closed. */
  readonly opened: number;
  /** Milliseconds until it may be asked, unless a probe ends before; 0 where it may be asked now. */
  waitMs(): number;
  /** Leave to ask, or undefined: it is open, or a probe is on its way. */
  enter(): Pass | undefined;
}

/** Stops asking what fails again and again, and probes from time to time whether it works again. */
export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { failures, coolDownMs, maxCoolDownMs, probeMs, now } = options;
  let state: BreakerState = 'closed';
  let inARow = 0;
  let opened = 0;
  let coolDown = coolDownMs;
  let until = 0;
  // What was asked before it opened says nothing about how it is now.
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
