import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import type { PruneOutcome, Pruner } from '../engine/pruner.ts';
import { splitLines } from '../text/lines.ts';
import { alignLines } from './align-lines.ts';
import { exchange } from './exchange.ts';
import { readUpstreamAnswer, TEXT_FIELDS } from './read-answer.ts';
import { FIELDS_HEADER, fieldsIn, toBody } from './request-fields.ts';
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

  /** Optional fields that the last answer asked for. Until then none is sent, so an unknown server learns no path. */
  let taken = fieldsIn(null);
  return {
    async prune(request, { signal } = {}): Promise<PruneOutcome> {
      signal?.throwIfAborted();
      const bounds = { signal, deadline: AbortSignal.timeout(timeoutMs), timeoutMs, maxAnswerBytes };
      const answer = await exchange({ url, apiKey, fetch: send }, JSON.stringify(toBody(request, taken)), bounds);
      // After a failure, another server may be at the address.
      taken = fieldsIn(answer.ok ? answer.headers.get(FIELDS_HEADER) : null);
      if (!answer.ok) return answer.failure;
      const lines = splitLines(request.text);
      const { prunedCode: text, complaint } = readUpstreamAnswer(answer.body, lines.count) ?? {};
      // The message itself is not passed on: it may quote the text.
      if (complaint !== undefined) return invalid('the pruner answered with an error_msg');
      if (text === undefined)
        return invalid(`expected a JSON object with a string in one of ${TEXT_FIELDS.join(', ')}`);
      if (utf8Bytes(text) > utf8Bytes(request.text)) return invalid('its text is longer than the one that was sent');
      if (text === request.text || alignLines(lines, text) !== undefined) return { ok: true, text, engine: 'remote' };
      if (verify === 'strict') return invalid('its text is not made of the lines that were sent, in their order');
      // An empty text contains no invented lines.
      return { ok: true, text, engine: 'remote', ...(text.trim() !== '' && { verbatim: false }) };
    },
  };
}

const invalid = (message: string): PruneOutcome => ({ ok: false, code: 'invalid_response', message });
