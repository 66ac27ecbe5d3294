import type { TraceFields } from '../base/tracing/trace-fields.ts';
import { untilAborted } from '../base/until-aborted.ts';
import type { PruneFailure } from '../engine/pruner.ts';

/**
 * Reads the body as text. Returns `undefined` as soon as it exceeds `maxBytes`, and cancels the rest. Rejects if the
 * body does.
 */
export async function readCapped(answer: Response, maxBytes: number): Promise<string | undefined> {
  if (answer.body === null) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** The endpoint that a text is sent to. */
export interface Endpoint {
  /** Full address, path included: http or https, without a user name or password. */
  readonly url: string;
  /** Sent as a bearer token to `url` only. */
  readonly apiKey?: string | undefined;
  readonly fetch: typeof fetch;
}

/** Limits of one exchange, and its trace. */
export interface ExchangeBounds {
  /** Sent as headers. */
  readonly trace?: TraceFields | undefined;
  /** The caller's signal; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the exchange with the failure `timeout`. */
  readonly deadline: AbortSignal;
  /** Milliseconds, for the message of that failure. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

export type Exchanged = { readonly ok: true; readonly body: string; readonly headers: Headers } | ExchangeFailure;

export interface ExchangeFailure {
  readonly ok: false;
  readonly failure: PruneFailure;
  /** Status of the answer; undefined if none came. */
  readonly status?: number | undefined;
  /** True if the connection failed before any of the answer came. A retry then repeats nothing that was seen. */
  readonly unanswered: boolean;
}

/**
 * Posts JSON and reads an answer of status 200 as text. Redirects are not followed, so text and key reach only the configured
 * address. Failures are returned as values; only the caller's abort throws.
 */
export async function exchange(to: Endpoint, json: string, bounds: ExchangeBounds): Promise<Exchanged> {
  const { trace, signal, deadline, timeoutMs, maxAnswerBytes } = bounds;
  const headers: Record<string, string> = { ...trace, 'content-type': 'application/json', accept: 'application/json' };
  if (to.apiKey !== undefined) headers['authorization'] = `Bearer ${to.apiKey}`;
  const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  let status: number | undefined;
  const failed = (code: PruneFailure['code'], message: string, unanswered = false): ExchangeFailure => {
    return { ok: false, failure: { ok: false, code, message }, status, unanswered };
  };
  try {
    // Not called as a method: workerd's fetch rejects any `this` but the global.
    const { fetch: send } = to;
    const sent = send(to.url, { method: 'POST', headers, body: json, redirect: 'manual', signal: either });
    const answer = await untilAborted(sent, either);
    status = answer.status;
    if (status !== 200) {
      // If the body cannot be cancelled, it is just not read.
      answer.body?.cancel().catch(() => {});
      return failed('http_error', describeStatus(status));
    }
    const body = await untilAborted(readCapped(answer, maxAnswerBytes), either);
    if (body === undefined) return failed('invalid_response', `the answer exceeds ${maxAnswerBytes} bytes`);
    return { ok: true, body, headers: answer.headers };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (deadline.aborted) return failed('timeout', `no complete answer within ${timeoutMs} ms`);
    const unanswered = status === undefined;
    if (!isUnreachable(error)) return failed('http_error', 'the connection failed', unanswered);
    const { failure } = failed('http_error', 'nothing listens there');
    return { ok: false, failure: { ...failure, unreachable: true }, status, unanswered };
  }
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}, expected 200`;
}

const CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
/** Messages of runtimes without error codes. */
const WORDS = /connection refused|dns error|failed to lookup/i;

/** True if `fetch` failed because nothing listens there or the host name does not resolve. */
function isUnreachable(error: unknown): boolean {
  for (let depth = 0, at = error; depth < 5 && at instanceof Error; depth++, at = at.cause) {
    if (CODES.has((at as { code?: string }).code ?? '') || WORDS.test(at.message)) return true;
  }
  return false;
}
