import { type Endpoint, type Exchanged, exchange } from '../exchange.ts';
import { type FallbackReason, fallbackReasonOf } from '../fallback-reason.ts';
import { keepWhole } from '../keep-whole.ts';
import { splitLines } from '../lines.ts';
import { policyOf } from '../policies/policy-of.ts';
import type { PruneFailure, PruneOutcome, PruneRequest, Pruner } from '../pruner.ts';
import { inTurns, type Pause } from '../steps.ts';
import { type Asked, applyAnswer } from './apply-answer.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createSlots } from './slots.ts';
import type { UpstreamStatus } from './upstream-status.ts';

export interface UpstreamPrunerOptions {
  /** Full address of a swe-pruner's `/prune`: http or https, without a user name or password. */
  readonly url: string;
  /** Sent as a bearer token to that address alone. */
  readonly apiKey?: string | undefined;
  /** Milliseconds from being asked, waiting in line and a second attempt included, to the answer's last byte. */
  readonly timeoutMs: number;
  /** Requests under way at once, at most. */
  readonly concurrency: number;
  /** Requests that may wait for one of those to end; more are refused at once. Default four times as many. */
  readonly waiting?: number | undefined;
  /** Default: five failures in a row open it, for 5 s at first and 5 min at most. */
  readonly breaker?:
    | {
        readonly failures?: number | undefined;
        readonly coolDownMs?: number | undefined;
        readonly maxCoolDownMs?: number | undefined;
      }
    | undefined;
  /** Bytes an answer may have. Default 64 MiB, and never more than 1 MiB and 40 for each character sent. */
  readonly maxAnswerBytes?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Calls back after so many milliseconds, unless what it returns is called before. */
  readonly timer?: ((ms: number, expire: () => void) => () => void) | undefined;
  /** As the embedded engine's. */
  readonly pause?: Pause | undefined;
}

/** A pruner that tells how it fares. */
export interface UpstreamPruner extends Pruner {
  status(): UpstreamStatus;
}

const METHOD = 'upstream/1';
const UNASKED = 'query is blank, which a swe-pruner cannot work with: nothing was pruned';
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const ANSWER_BYTES = { least: 1024 * 1024, perChar: 40 } as const;
const BREAKER = { failures: 5, coolDownMs: 5_000, maxCoolDownMs: 300_000 } as const;
/** The request's own fault: says nothing about how the upstream is. */
const REFUSED = new Set([400, 413, 414, 415, 422]);

/**
 * A swe-pruner behind the port, asked in its own protocol (dialect A). Its answers are validated and rendered again, so
 * that `details` are always there. Texts that nothing may be removed from (disputed line breaks, diffs, fewer than three
 * lines) are not sent at all. Asked again once, where the connection failed before any answer came.
 */
export function createUpstreamPruner(options: UpstreamPrunerOptions): UpstreamPruner {
  const { url, apiKey, timeoutMs, concurrency, waiting = 4 * concurrency, pause = async () => {} } = options;
  const { now = () => performance.now(), timer = defaultTimer, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  const to: Endpoint = { url, apiKey, fetch: options.fetch ?? fetch };
  const { failures = BREAKER.failures, coolDownMs = BREAKER.coolDownMs } = options.breaker ?? {};
  const maxCoolDownMs = Math.max(coolDownMs, options.breaker?.maxCoolDownMs ?? BREAKER.maxCoolDownMs);
  const breaker = createCircuitBreaker({ failures, coolDownMs, maxCoolDownMs, probeMs: 2 * timeoutMs, now });
  const slots = createSlots({ most: concurrency, line: waiting, leaseMs: 2 * timeoutMs, now });
  let [succeeded, failed, refused] = [0, 0, 0];
  let lastFailure: FallbackReason | null = null;

  const refuse = (unavailable: 'circuit_open' | 'overloaded', message: string, waitMs: number): PruneFailure => {
    refused += 1;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
    return { ok: false, code: 'http_error', message, unavailable, retryAfterSeconds };
  };
  const circuitOpen = (): PruneFailure => {
    // A probe is usually back long before it is given up.
    const waitMs = breaker.state === 'half_open' ? 0 : breaker.waitMs();
    return refuse('circuit_open', 'the upstream failed again and again and is left alone for a while', waitMs);
  };

  async function ask(
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
      // An upstream that can say what is wrong with a request works.
      if (counts) pass.failed();
      else pass.succeeded();
      return failure;
    };
    try {
      const { text } = asked.request;
      const most = Math.min(maxAnswerBytes, ANSWER_BYTES.least + ANSWER_BYTES.perChar * text.length);
      const bounds = { signal, deadline, timeoutMs, maxAnswerBytes: most };
      const json = JSON.stringify(toBody(asked.request));
      let answer: Exchanged = await exchange(to, json, bounds);
      if (!answer.ok && answer.unanswered) answer = await exchange(to, json, bounds);
      // What is left to do is done here, and not by the upstream.
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
      // A swe-pruner knows of no session: without a question there is nothing to send.
      if (request.question === '') return { ...keepWhole(lines, by, 1), refusal: UNASKED };

      // Who would be refused after waiting is refused before.
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
        return await ask({ request, by, lines }, signal, late.signal, giveBack);
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

/** What a swe-pruner knows. Unset fields are left out, and its own defaults hold. */
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
