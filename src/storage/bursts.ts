export interface BurstOptions {
  /** Lets the event loop turn. Default: none, statements run one after the other. */
  readonly loopTurn?: (() => Promise<void>) | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
}

/** Milliseconds that statements may run on end before the event loop gets a turn. */
const BURST_MS = 4;

/** Measures how long statements run on end, so that many of them do not hold up the event loop. */
export class Bursts {
  readonly #loopTurn: (() => Promise<void>) | undefined;
  readonly #now: () => number;
  #spentMs = 0;
  #turn: Promise<void> | undefined;

  constructor({ loopTurn, now = () => performance.now() }: BurstOptions) {
    this.#loopTurn = loopTurn;
    this.#now = now;
  }

  /** Returns the turn to wait for if the time is spent. Another caller may spend the next one, so ask again after it. */
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
