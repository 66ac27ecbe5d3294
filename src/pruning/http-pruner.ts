import { exchange } from './exchange.ts';
import type { PruneOutcome, PruneRequest, Pruner } from './pruner.ts';

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

  return {
    async prune(request, { signal } = {}): Promise<PruneOutcome> {
      signal?.throwIfAborted();
      const bounds = { signal, deadline: AbortSignal.timeout(timeoutMs), timeoutMs, maxAnswerBytes };
      const answer = await exchange({ url, apiKey, fetch: send }, JSON.stringify(toBody(request)), bounds);
      if (!answer.ok) return answer.failure;
      const { text, complaint } = readAnswer(answer.body);
      if (complaint) return invalid('the pruner answered with an error_msg');
      return text === undefined
        ? invalid(`no JSON object with a string in ${TEXT_FIELDS.join(', ')}`)
        : { ok: true, text, engine: 'remote' };
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

function invalid(message: string): PruneOutcome {
  return { ok: false, code: 'invalid_response', message };
}
