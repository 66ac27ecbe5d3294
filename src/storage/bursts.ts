export interface BurstOptions {
  /** Lets the event loop turn. Default: none, statements run one after the other. */
  readonly loopTurn?: (() => Promise<void>) | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
}

/** Milliseconds that statements may run without a break before the event loop gets a turn. */
const BURST_MS = 4;

/** Measures how long statements run without a break, so that many of them do not block the event loop. */
export class Bursts {
  readonly #loopTurn: (() => Promise<void>) | undefined;
  readonly #now: () => number;
  #spentMs = 0;
  #turn: Promise<void> | undefined;

  constructor({ loopTurn, now = () => performance.now() }: BurstOptions) {
    this.#loopTurn = loopTurn;
    this.#now = now;
  }

  /**
   * If the burst's time is used up, returns the event loop's next turn to wait for. Ask again after it, because another
   * caller may use up the next burst.
   */
  over(): Promise<void> | undefined {
    return this.#spentMs < BURST_MS ? undefined : this.#turn;
  }

  /** Runs work and adds its time. */
  time<T>(work: () => T): T {
    if (this.#loopTurn === undefined) return work();
    this.#turn ??= this.#loopTurn().then(() => {
      this.#spentMs = 0;
      this.#turn = undefined;
    });
    const from = this.#now();
    try {
      return work();
    } finally {
      this.#spentMs += this.#now() - from;
    }
  }
}
