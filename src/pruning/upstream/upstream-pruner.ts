import { inTurns, type Pause } from '../cooperative-task.ts';
import { type Endpoint, type Exchanged, exchange } from '../exchange.ts';
import { type FallbackReason, fallbackReasonOf } from '../fallback-reason.ts';
import { keepWhole } from '../keep-whole.ts';
import { splitLines } from '../lines.ts';
import { policyOf } from '../policies/policy-of.ts';
import type { PruneFailure, PruneOutcome, PruneRequest, Pruner } from '../pruner.ts';
import { type Asked, applyAnswer } from './apply-answer.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createSlots } from './slots.ts';
import type { UpstreamStatus } from './upstream-status.ts';

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
const UNASKED = 'query is blank, which a swe-pruner cannot work with: nothing was pruned';
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
  const { url, apiKey, timeoutMs, concurrency, waiting = 4 * concurrency, pause = async () => {} } = options;
  const { now = () => performance.now(), timer = defaultTimer, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  const to: Endpoint = { url, apiKey, fetch: options.fetch ?? fetch };
  const { failures = BREAKER.failures, coolDownMs = BREAKER.coolDownMs } = options.breaker ?? {};
  const maxCoolDownMs = Math.max(coolDownMs, options.breaker?.maxCoolDownMs ?? BREAKER.maxCoolDownMs);
  const breaker = createCircuitBreaker({ failures, coolDownMs, maxCoolDownMs, probeMs: 2 * timeoutMs, now });
  const slots = createSlots({ max: concurrency, line: waiting, leaseMs: 2 * timeoutMs, now });
  let [succeeded, failed, refused] = [0, 0, 0];
  let lastFailure: FallbackReason | null = null;

  const refuse = (unavailable: 'circuit_open' | 'overloaded', message: string, waitMs: number): PruneFailure => {
    refused += 1;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
    return { ok: false, code: 'http_error', message, unavailable, retryAfterSeconds };
  };
  const circuitOpen = (): PruneFailure => {
    // A probe usually returns long before its time limit.
    const waitMs = breaker.state === 'half_open' ? 0 : breaker.waitMs();
    return refuse('circuit_open', 'the upstream failed again and again and is left alone for a while', waitMs);
  };

  async function callPruner(
    asked: Asked,
    signal: AbortSignal | undefined,
    deadline: AbortSignal,
    giveBack: () => void,
  ): Promise<PruneOutcome> {
    const pass = breaker.enter();
    if (pass === undefined) return circuitOpen();
    const fail = (failure: PruneFailure, counts: boolean): PruneFailure => {
      failed += 1;
      lastFailure = fallbackReasonOf(failure);
      // An upstream that can name a fault in the request is working.
      if (counts) pass.failed();
      else pass.succeeded();
      return failure;
    };
    try {
      const { text } = asked.request;
      const max = Math.min(maxAnswerBytes, ANSWER_BYTES.min + ANSWER_BYTES.perChar * text.length);
      const bounds = { signal, deadline, timeoutMs, maxAnswerBytes: max };
      const json = JSON.stringify(toBody(asked.request));
      let answer: Exchanged = await exchange(to, json, bounds);
      if (!answer.ok && answer.unanswered) answer = await exchange(to, json, bounds);
      // The rest of the work is done here, without the upstream.
      giveBack();
      if (!answer.ok) return fail(answer.failure, !REFUSED.has(answer.status ?? 0));
      const { body } = answer;
      const again: Pruner['prune'] = (request, options) =>
        inTurns(applyAnswer({ ...asked, request }, body), pause, options?.signal);
      const outcome = await again(asked.request, { signal });
      if (!outcome.ok) return fail(outcome, true);
      succeeded += 1;
      pass.succeeded();
      return { ...outcome, again };
    } catch (error) {
      pass.unused();
      throw error;
    }
  }

  return {
    async prune(request, { signal } = {}) {
      signal?.throwIfAborted();
      await pause(request.text.length / 8);
      const lines = splitLines(request.text);
      const kind = request.kind ?? policyOf(lines, request).kind;
      const by = { engine: 'remote', kind, method: METHOD } as const;
      if (lines.ambiguous || kind === 'diff' || lines.count < 3) return keepWhole(lines, by, 1);
      // A swe-pruner knows no session, so without a question there is nothing to send.
      if (request.question === '') return { ...keepWhole(lines, by, 1), refusal: UNASKED };

      // A request that would be refused after waiting is refused now.
      if (breaker.waitMs() > 0) return circuitOpen();
      const late = new AbortController();
      const stop = timer(timeoutMs, () => late.abort(new Error('timeout')));
      let giveBack: (() => void) | undefined;
      try {
        const slot = slots.take(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
        if (slot === undefined) return refuse('overloaded', 'as many requests wait for the upstream as may', 1000);
        try {
          giveBack = await slot;
        } catch {
          signal?.throwIfAborted();
          return refuse('overloaded', `the upstream had no time for this request within ${timeoutMs} ms`, 1000);
        }
        return await callPruner({ request, by, lines }, signal, late.signal, giveBack);
      } finally {
        giveBack?.();
        stop();
      }
    },

    status: () => ({
      breaker: breaker.state,
      inFlight: slots.taken,
      waiting: slots.waiting,
      consecutiveFailures: breaker.consecutiveFailures,
      lastFailure,
      retryInMs: breaker.waitMs(),
      opened: breaker.opened,
      succeeded,
      failed,
      refused,
    }),
  };
}

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
