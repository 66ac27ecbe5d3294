import type { PruneFailure, PruneOutcome, PruneRequest, Pruner } from './pruner.ts';
import { readCapped } from './read-capped.ts';
import { isUnreachable } from './unreachable.ts';

export interface HttpPrunerOptions {
  /** Full address, path included: http or https, without a user name or password. */
  readonly url: string;
  /** Sent as a bearer token to that address alone. */
  readonly apiKey?: string | undefined;
  /** Milliseconds for the whole exchange, the answer's last byte included. */
  readonly timeoutMs: number;
  /** Bytes an answer may have; more is `invalid_response`. Default 64 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Where the pruned text may stand, in this order: seed 1, section 3, "Success response". */
const TEXT_FIELDS = ['pruned_code', 'content', 'text'] as const;

/**
 * A swe-pruner's HTTP endpoint behind the port: seed 1, section 3, "Outbound HTTP". Redirects are not followed, so
 * that text and key reach the configured address only.
 */
export function createHttpPruner(options: HttpPrunerOptions): Pruner {
  const { url, apiKey, timeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES, fetch: send = fetch } = options;
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`;

  return {
    async prune(request, { signal } = {}): Promise<PruneOutcome> {
      signal?.throwIfAborted();
      const timeout = AbortSignal.timeout(timeoutMs);
      const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      try {
        const answer = await send(url, {
          method: 'POST',
          headers,
          body: JSON.stringify(toBody(request)),
          redirect: 'manual',
          signal: either,
        });
        if (answer.status < 200 || answer.status > 299) {
          await answer.body?.cancel();
          return failure('http_error', describeStatus(answer.status));
        }
        const body = await readCapped(answer, maxAnswerBytes);
        if (body === undefined) return failure('invalid_response', `the answer exceeds ${maxAnswerBytes} bytes`);
        const { text, complaint } = readAnswer(body);
        if (complaint) return failure('invalid_response', 'the pruner answered with an error_msg');
        if (text === undefined) {
          return failure('invalid_response', `no JSON object with a string in ${TEXT_FIELDS.join(', ')}`);
        }
        return { ok: true, text, engine: 'remote' };
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (timeout.aborted) return failure('timeout', `no complete answer within ${timeoutMs} ms`);
        if (isUnreachable(error)) return { ...failure('http_error', 'nothing listens there'), unreachable: true };
        return failure('http_error', 'the connection failed');
      }
    },
  };
}

/** Fields beyond `code` and `query` are ours; a swe-pruner ignores what it does not know. */
function toBody(request: PruneRequest): object {
  return {
    code: request.text,
    query: request.question,
    markers: request.markers,
    path: request.path,
    kind: request.kind,
    first_line: request.firstLine,
    threshold: request.threshold,
    target_ratio: request.targetRatio,
    max_tokens: request.maxTokens,
    always_keep_first_frags: request.keepFirstLine,
  };
}

interface Answer {
  readonly text?: string;
  /** The pruner says that it could not prune, and why (`error_msg`; the words stay unread: they may quote the text). */
  readonly complaint: boolean;
}

function readAnswer(body: string): Answer {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { complaint: false };
  }
  if (typeof value !== 'object' || value === null) return { complaint: false };
  const fields = value as Record<string, unknown>;
  const message = fields['error_msg'];
  const complaint = typeof message === 'string' && message !== '';
  for (const name of TEXT_FIELDS) if (typeof fields[name] === 'string') return { text: fields[name], complaint };
  return { complaint };
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}; 200 is expected`;
}

function failure(code: PruneFailure['code'], message: string): PruneFailure {
  return { ok: false, code, message };
}
