import { untilAborted } from '../base/until-aborted.ts';
import { policyOf } from '../engine/detect/policy-of.ts';
import { keepWhole } from '../engine/keep/keep-whole.ts';
import type { PruneFailure, PruneOptions, PruneOutcome, PruneRequest, Pruner } from '../engine/pruner.ts';
import { inTurns, type Pause } from '../text/cooperative-task.ts';
import { splitLines } from '../text/lines.ts';
import { type Asked, applyAnswer } from './apply-answer.ts';
import { CircuitBreaker, type Pass } from './circuit-breaker.ts';
import { type Endpoint, type Exchanged, exchange } from './exchange.ts';
import { type FallbackReason, fallbackReasonOf } from './fallback-reason.ts';
import type { UpstreamStatus } from './upstream-status.ts';

/** Limits concurrent work and the length of the queue. */
type Slots = ReturnType<typeof createSlots>;

interface SlotsOptions {
  readonly max: number;
  /** Max callers in the queue. */
  readonly line: number;
  /**
   * Milliseconds after which a slot counts as free. If a runtime drops a request whose caller left, nothing releases
   * its slot.
   */
  readonly leaseMs: number;
  /** Returns milliseconds since any fixed point. */
  readonly now: () => number;
}

/** Creates slots, all of them free. */
export function createSlots({ max, line, leaseMs, now }: SlotsOptions) {
  // Release function of each taken slot, and its expiry.
  const taken = new Map<() => void, number>();
  // A Set keeps the order of the queue and lets callers leave.
  const waiting = new Set<() => void>();

  const take = (): (() => void) => {
    const giveBack = (): void => {
      if (taken.delete(giveBack)) callNext();
    };
    taken.set(giveBack, now() + leaseMs);
    return giveBack;
  };

  const callNext = (): void => {
    const [next] = waiting;
    if (next === undefined || taken.size >= max) return;
    waiting.delete(next);
    next();
  };

  const reclaim = (): void => {
    for (const [giveBack, until] of [...taken]) if (now() >= until) giveBack();
  };

  return {
    get taken(): number {
      return taken.size;
    },
    get waiting(): number {
      return waiting.size;
    },
    /**
     * Returns undefined at once if the queue is full. Otherwise resolves, first come, first served, to a function that
     * releases the slot. Rejects with the signal's reason.
     */
    take(signal: AbortSignal): Promise<() => void> | undefined {
      reclaim();
      if (taken.size < max) return Promise.resolve(take());
      if (waiting.size >= line) return undefined;
      let turn: () => void = () => {};
      const called = new Promise<() => void>((resolve) => {
        turn = () => resolve(take());
      });
      waiting.add(turn);
      return untilAborted(called, signal, () => {
        // Called and aborted at once: pass the slot on.
        if (!waiting.delete(turn)) void called.then((giveBack) => giveBack());
      });
    },
  };
}

export interface UpstreamPrunerOptions {
  /** Full address of a swe-pruner's `/prune`: http or https, without a user name or password. */
  readonly url: string;
  /** Sent as a bearer token to `url` only. */
  readonly apiKey?: string | undefined;
  /** Milliseconds for the whole call, up to the answer's last byte. Includes time in the queue and a retry. */
  readonly timeoutMs: number;
  /** Max requests in flight. */
  readonly concurrency: number;
  /** Max requests in the queue; more are refused at once. Default: four times `concurrency`. */
  readonly waiting?: number | undefined;
  /** Default: five consecutive failures open it, for 5 s at first and 5 min at most. */
  readonly breaker?:
    | {
        readonly failures?: number | undefined;
        readonly coolDownMs?: number | undefined;
        readonly maxCoolDownMs?: number | undefined;
      }
    | undefined;
  /** Max bytes of an answer. Default: 64 MiB, and never more than 1 MiB plus 40 bytes per character sent. */
  readonly maxAnswerBytes?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Returns milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Calls `expire` after this many milliseconds, unless the returned function is called first. */
  readonly timer?: ((ms: number, expire: () => void) => () => void) | undefined;
  /** Like the embedded engine's `pause`. */
  readonly pause?: Pause | undefined;
}

/** A pruner that reports its status. */
export interface UpstreamPruner extends Pruner {
  status(): UpstreamStatus;
}

const METHOD = 'upstream/1';
const UNASKED = 'query is blank, which swe-pruner does not support: nothing was pruned';
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const ANSWER_BYTES = { min: 1024 * 1024, perChar: 40 } as const;
const BREAKER = { failures: 5, coolDownMs: 5_000, maxCoolDownMs: 300_000 } as const;
/** Statuses for faults of the request itself. They say nothing about the upstream's health. */
const REFUSED = new Set([400, 413, 414, 415, 422]);

/**
 * Creates a pruner for a swe-pruner, using its own protocol (dialect A). Its answers are validated and rendered
 * again, so `details` are always present. Texts that must stay whole (disputed line breaks, diffs, fewer than three
 * lines) are never sent. A request is retried once if the connection failed before any answer came.
 */
export function createUpstreamPruner(options: UpstreamPrunerOptions): UpstreamPruner {
  const upstream = new Upstream(options);
  const { pause = noPause } = options;
  return {
    async prune(request, options = {}) {
      options.signal?.throwIfAborted();
      await pause(request.text.length / 8);
      const lines = splitLines(request.text);
      const kind = request.kind ?? policyOf(lines, request).kind;
      const by = { engine: 'remote', kind, method: METHOD } as const;
      if (lines.ambiguous || kind === 'diff' || lines.count < 3) return keepWhole(lines, by, 1);
      // A swe-pruner knows no session, so without a question there is nothing to send.
      if (request.question === '') return { ...keepWhole(lines, by, 1), refusal: UNASKED };
      return upstream.prune({ request, by, lines }, options);
    },
    status: () => upstream.status(),
  };
}

class Upstream {
  readonly #to: Endpoint;
  readonly #timeoutMs: number;
  readonly #maxAnswerBytes: number;
  readonly #timer: NonNullable<UpstreamPrunerOptions['timer']>;
  readonly #pause: Pause;
  readonly #breaker: CircuitBreaker;
  readonly #slots: Slots;
  readonly #counts = { succeeded: 0, failed: 0, refused: 0 };
  #lastFailure: FallbackReason | null = null;

  constructor(options: UpstreamPrunerOptions) {
    const { url, apiKey, timeoutMs, concurrency, waiting = 4 * concurrency, now = () => performance.now() } = options;
    const { failures = BREAKER.failures, coolDownMs = BREAKER.coolDownMs } = options.breaker ?? {};
    const maxCoolDownMs = Math.max(coolDownMs, options.breaker?.maxCoolDownMs ?? BREAKER.maxCoolDownMs);
    this.#to = { url, apiKey, fetch: options.fetch ?? fetch };
    this.#timeoutMs = timeoutMs;
    this.#maxAnswerBytes = options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
    this.#timer = options.timer ?? defaultTimer;
    this.#pause = options.pause ?? noPause;
    this.#breaker = new CircuitBreaker({ failures, coolDownMs, maxCoolDownMs, probeMs: 2 * timeoutMs, now });
    this.#slots = createSlots({ max: concurrency, line: waiting, leaseMs: 2 * timeoutMs, now });
  }

  async prune(asked: Asked, options: PruneOptions): Promise<PruneOutcome> {
    const { signal } = options;
    // A request that would be refused after waiting is refused now.
    if (this.#breaker.waitMs() > 0) return this.#circuitOpen();
    const late = new AbortController();
    const stop = this.#timer(this.#timeoutMs, () => late.abort(new Error('timeout')));
    let giveBack: (() => void) | undefined;
    try {
      const slot = this.#slots.take(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
      if (slot === undefined) return this.#refuse('overloaded', 'the queue for the upstream is full', 1000);
      try {
        giveBack = await slot;
      } catch {
        signal?.throwIfAborted();
        const message = `the upstream could not take this request within ${this.#timeoutMs} ms`;
        return this.#refuse('overloaded', message, 1000);
      }
      return await this.#call(asked, options, late.signal, giveBack);
    } finally {
      giveBack?.();
      stop();
    }
  }

  status(): UpstreamStatus {
    return {
      breaker: this.#breaker.state,
      inFlight: this.#slots.taken,
      waiting: this.#slots.waiting,
      consecutiveFailures: this.#breaker.consecutiveFailures,
      lastFailure: this.#lastFailure,
      retryInMs: this.#breaker.waitMs(),
      opened: this.#breaker.opened,
      ...this.#counts,
    };
  }

  async #call(asked: Asked, options: PruneOptions, deadline: AbortSignal, giveBack: () => void): Promise<PruneOutcome> {
    const pass = this.#breaker.enter();
    if (pass === undefined) return this.#circuitOpen();
    try {
      const answer = await this.#exchange(asked.request, options, deadline);
      // The rest of the work is done here, without the upstream.
      giveBack();
      if (!answer.ok) return this.#fail(pass, answer.failure, !REFUSED.has(answer.status ?? 0));
      const again: Pruner['prune'] = (request, { signal } = {}) =>
        inTurns(applyAnswer({ ...asked, request }, answer.body), this.#pause, signal);
      const outcome = await again(asked.request, options);
      if (!outcome.ok) return this.#fail(pass, outcome, true);
      this.#counts.succeeded += 1;
      pass.succeeded();
      return { ...outcome, again };
    } catch (error) {
      pass.unused();
      throw error;
    }
  }

  async #exchange(request: PruneRequest, options: PruneOptions, deadline: AbortSignal): Promise<Exchanged> {
    const max = Math.min(this.#maxAnswerBytes, ANSWER_BYTES.min + ANSWER_BYTES.perChar * request.text.length);
    const bounds = { ...options, deadline, timeoutMs: this.#timeoutMs, maxAnswerBytes: max };
    const json = JSON.stringify(toBody(request));
    const answer = await exchange(this.#to, json, bounds);
    return !answer.ok && answer.unanswered ? exchange(this.#to, json, bounds) : answer;
  }

  #fail(pass: Pass, failure: PruneFailure, counts: boolean): PruneFailure {
    this.#counts.failed += 1;
    this.#lastFailure = fallbackReasonOf(failure);
    // An upstream that can name a fault in the request is working.
    if (counts) pass.failed();
    else pass.succeeded();
    return failure;
  }

  #circuitOpen(): PruneFailure {
    // A probe usually returns long before its time limit.
    const waitMs = this.#breaker.state === 'half_open' ? 0 : this.#breaker.waitMs();
    return this.#refuse('circuit_open', 'the upstream failed repeatedly, so requests to it are paused', waitMs);
  }

  #refuse(unavailable: 'circuit_open' | 'overloaded', message: string, waitMs: number): PruneFailure {
    this.#counts.refused += 1;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
    return { ok: false, code: 'http_error', message, unavailable, retryAfterSeconds };
  }
}

const noPause: Pause = async () => {};

/** Builds the request body with the fields a swe-pruner knows. Unset fields are omitted, so its defaults apply. */
function toBody(request: PruneRequest): object {
  return {
    query: request.question,
    code: request.text,
    threshold: request.threshold,
    always_keep_first_frags: request.keepFirstLine,
  };
}

function defaultTimer(ms: number, expire: () => void): () => void {
  const timer = setTimeout(expire, ms);
  return () => clearTimeout(timer);
}
