import { type RequestFailure, requestFailure } from '../../src/prune-api/request-failure.ts';
import { bodyDetail } from '../../src/prune-api/validation-detail.ts';
import type { Pause } from '../../src/text/cooperative-task.ts';
import { drainRefused } from './drain-refused.ts';
import { ARRIVAL_MS, arrivedInTime } from './in-time.ts';
import { MAX_VALUES, parseJson } from './parse-json.ts';

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;

const tooLarge = (limit: number): RequestFailure =>
  requestFailure('too_large', `request body is too large: expected at most ${limit} bytes`);

/** Reads the body's chunks; null as soon as they exceed `limit`. A declared length is trusted only to refuse. */
async function readChunks(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array[] | null> {
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      await drainRefused(reader, limit);
      return null;
    }
    if (next.value.byteLength > 0) chunks.push(next.value);
  }
  return chunks;
}

/** Reads the body; null if it has more bytes than `limit`. */
async function readBody(request: Request, declared: number, limit: number): Promise<readonly Uint8Array[] | null> {
  // HTTP's framing ensures that a declared length is the actual one. Reading at once is fastest everywhere, and on Node
  // the only way without a stream.
  if (declared > 0 && !request.headers.has('transfer-encoding')) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.byteLength > limit ? null : [bytes];
  }
  return request.body === null ? [] : readChunks(request.body, limit);
}

const lenient = new TextDecoder();
const REPLACED = '\ufffd';

/** Decodes strictly, because a replaced byte would come back as text that was never sent. */
function decode(chunks: readonly Uint8Array[]): string {
  if (chunks.length === 1) {
    // Lenient decoding is fast, and equal if nothing was replaced. Deno's strict one takes about ten times as long.
    const text = lenient.decode(chunks[0]);
    if (!text.includes(REPLACED)) return text;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

/** A parsed body and its size in bytes. */
export interface ReadBody {
  readonly ok: true;
  readonly body: unknown;
  readonly bytes: number;
}

async function parse(
  text: string,
  bytes: number,
  { turn = async () => {}, parse }: ReadJsonOptions,
): Promise<ReadBody | RequestFailure> {
  try {
    const parsed = await parseJson(text, turn, parse);
    if (parsed !== 'too_many') return { ok: true, body: parsed.value, bytes };
    return requestFailure('too_large', `request body has too many JSON values: expected at most ${MAX_VALUES}`);
  } catch {
    return requestFailure('invalid_request', bodyDetail('json_invalid', 'JSON decode error', text, 0));
  }
}

export interface ReadJsonOptions {
  /** Called with the size of an arrived body; the slow decoding waits for it. A failure refuses the body. */
  readonly waitTurn?: ((bytes: number) => Promise<RequestFailure | undefined>) | undefined;
  /** Awaited before each part of parsing. Default: no pause. */
  readonly turn?: Pause | undefined;
  /** Throws a `SyntaxError`. Default: `JSON.parse`. */
  readonly parse?: ((json: string) => unknown) | undefined;
  readonly arrivalMs?: number | undefined;
}

/** Reads a request's JSON body of at most `limit` bytes. Problems are returned as values, not thrown. */
export async function readJsonBody(
  request: Request,
  limit: number,
  options: ReadJsonOptions = {},
): Promise<ReadBody | RequestFailure> {
  const { waitTurn = async () => undefined, arrivalMs = ARRIVAL_MS } = options;
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return requestFailure('unsupported_encoding', 'request body must be sent without Content-Encoding');
  }
  const declared = Number(request.headers.get('content-length'));
  if (declared > limit) {
    if (request.body !== null) await drainRefused(request.body.getReader(), limit);
    return tooLarge(limit);
  }
  const chunks = await arrivedInTime(readBody(request, declared, limit), arrivalMs);
  if (chunks === 'cut') return requestFailure('cancelled', 'request body is incomplete');
  if (chunks === 'late') {
    return requestFailure('cancelled', `request body did not arrive within ${arrivalMs / 1000} seconds`);
  }
  if (chunks === null) return tooLarge(limit);
  if (chunks.length === 0) return requestFailure('invalid_request', bodyDetail('missing', 'Field required', null));
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    const msg = 'Input should be a valid dictionary or object to extract fields from, sent as application/json';
    return requestFailure('invalid_request', bodyDetail('model_attributes_type', msg, null));
  }
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const refused = await waitTurn(bytes);
  if (refused !== undefined) return refused;
  let text: string;
  try {
    text = decode(chunks);
  } catch {
    const msg = 'JSON decode error, the body is not valid UTF-8';
    return requestFailure('invalid_request', bodyDetail('json_invalid', msg, null, 0));
  }
  return parse(text, bytes, options);
}
