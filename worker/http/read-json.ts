import { type RequestFailure, requestFailure } from '../../src/prune-api/request-failure.ts';
import { bodyDetail } from '../../src/prune-api/validation-detail.ts';
import { type CooperativeTask, inTurns, type Pause } from '../../src/text/cooperative-task.ts';
import { drainRefused } from './drain-refused.ts';
import { ARRIVAL_MS, arrivedInTime } from './in-time.ts';

/**
 * Max values (strings, numbers, lists, …) of one body: about as many as the largest `context_*` call has. Parsing and
 * validating 5 million took a minute and 5 GB.
 */
export const MAX_VALUES = 50_000;

/** Characters parsed at once. */
const PART = 131_072;
/** Costs of scanning and unescaping, relative to counting tokens. */
const SCAN_SHARE = 0.05;
const UNESCAPE_SHARE = 0.3;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const LETTER_U = 0x75;

/** A long string literal: offsets of its opening quote, of possible cuts, and of its closing quote. */
interface Literal {
  readonly open: number;
  readonly cuts: number[];
  close: number;
}

/**
 * Parses JSON in parts that each wait for their turn, because 10 MB of escapes keep `JSON.parse` busy for half a
 * second. Resolves to `too_many` above `MAX_VALUES` values; rejects with the SyntaxError of `JSON.parse`. `parse`
 * receives the text without its long strings.
 */
export async function parseJson(
  text: string,
  turn: Pause,
  parse: (json: string) => unknown = JSON.parse,
): Promise<{ readonly value: unknown } | 'too_many'> {
  // A value takes at least two characters.
  if (text.length <= 2 * MAX_VALUES) return { value: parse(text) };
  const literals = await inTurns(scan(text), turn);
  if (literals === 'too_many') return literals;
  if (literals.length === 0) return { value: parse(text) };
  // Random, so no sender can forge a placeholder.
  const nonce = crypto.randomUUID();
  const strings = new Map<string, string>();
  let skeleton = '';
  let done = 0;
  for (const [index, literal] of literals.entries()) {
    const name = `${nonce} ${index}`;
    skeleton += `${text.slice(done, literal.open)}"${name}"`;
    done = literal.close + 1;
    strings.set(name, await inTurns(unescaped(text, literal), turn));
  }
  return { value: filled(parse(skeleton + text.slice(done)), strings) };
}

/** Finds the long string literals of a JSON text. In other text, finds anything that looks like one. */
function* scan(text: string): CooperativeTask<readonly Literal[] | 'too_many'> {
  const literals: Literal[] = [];
  let values = 1;
  let literal: Literal | undefined;
  let nextTurn = 0;
  let nextCut = 0;
  for (let at = 0; at < text.length; at++) {
    if (at >= nextTurn) {
      yield PART * SCAN_SHARE;
      nextTurn = at + PART;
    }
    const unit = text.charCodeAt(at);
    if (literal === undefined) {
      if (unit === QUOTE) {
        literal = { open: at, cuts: [], close: at };
        nextCut = at + PART;
      } else if (unit === COMMA || unit === OPEN_LIST || unit === OPEN_OBJECT) {
        values++;
        if (values > MAX_VALUES) return 'too_many';
      }
      continue;
    }
    if (at >= nextCut) {
      literal.cuts.push(at);
      nextCut = at + PART;
    }
    if (unit === BACKSLASH) at += text.charCodeAt(at + 1) === LETTER_U ? 5 : 1;
    else if (unit === QUOTE) {
      literal.close = at;
      if (literal.cuts.length > 0 && !isKey(text, at + 1)) literals.push(literal);
      literal = undefined;
    }
  }
  return literals;
}

function isKey(text: string, after: number): boolean {
  let at = after;
  while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  return text.charCodeAt(at) === COLON;
}

function* unescaped(text: string, { open, cuts, close }: Literal): CooperativeTask<string> {
  const parts: string[] = [];
  let from = open + 1;
  for (const to of [...cuts, close]) {
    yield (to - from) * UNESCAPE_SHARE;
    parts.push(JSON.parse(`"${text.slice(from, to)}"`) as string);
    from = to;
  }
  return parts.join('');
}

/** Puts the literals back in their places. Iterative, because the sender controls the depth. */
function filled(root: unknown, strings: ReadonlyMap<string, string>): unknown {
  const box: Record<string, unknown> = { root };
  const open: object[] = [box];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const fields = holder as Record<string, unknown>;
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      if (typeof value === 'string') {
        const string = strings.get(value);
        if (string !== undefined) fields[key] = string;
      } else if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return box['root'];
}

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
