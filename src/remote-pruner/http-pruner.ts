import type { PruneOutcome, PruneRequest, Pruner } from '../engine/pruner.ts';
import { splitLines } from '../text/lines.ts';
import { alignLines } from './align-lines.ts';
import { exchange } from './exchange.ts';
import { readUpstreamAnswer, TEXT_FIELDS } from './read-answer.ts';
import type { Verify } from './verify.ts';

export interface HttpPrunerOptions {
  /** Full address, path included: http or https, without a user name or password. */
  readonly url: string;
  /** Sent as a bearer token to `url` only. */
  readonly apiKey?: string | undefined;
  /** Milliseconds for the whole exchange, up to the answer's last byte. */
  readonly timeoutMs: number;
  /** Max bytes of an answer; more is `invalid_response`. Default: 64 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Default: `mark`. */
  readonly verify?: Verify | undefined;
  readonly fetch?: typeof fetch | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/**
 * Creates a pruner for a swe-pruner HTTP endpoint. Redirects are not followed, so text and key reach only the
 * configured address.
 */
export function createHttpPruner(options: HttpPrunerOptions): Pruner {
  const { url, apiKey, timeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES, verify = 'mark', fetch: send = fetch } = options;

  return {
    async prune(request, { signal } = {}): Promise<PruneOutcome> {
      signal?.throwIfAborted();
      const bounds = { signal, deadline: AbortSignal.timeout(timeoutMs), timeoutMs, maxAnswerBytes };
      const answer = await exchange({ url, apiKey, fetch: send }, JSON.stringify(toBody(request)), bounds);
      if (!answer.ok) return answer.failure;
      const lines = splitLines(request.text);
      const { prunedCode: text, complaint } = readUpstreamAnswer(answer.body, lines.count) ?? {};
      // The message itself is not passed on: it may quote the text.
      if (complaint !== undefined) return invalid('the pruner answered with an error_msg');
      if (text === undefined) return invalid(`no JSON object with a string in ${TEXT_FIELDS.join(', ')}`);
      if (text === request.text || alignLines(lines, text) !== undefined) return { ok: true, text, engine: 'remote' };
      if (verify === 'strict') return invalid('its text is not made of the lines that were sent, in their order');
      // An empty text has nothing that could be made up.
      return { ok: true, text, engine: 'remote', ...(text.trim() !== '' && { verbatim: false }) };
    },
  };
}

/** Builds the request body. Fields beyond `code` and `query` are ours; a swe-pruner ignores unknown fields. */
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

function invalid(message: string): PruneOutcome {
  return { ok: false, code: 'invalid_response', message };
}
