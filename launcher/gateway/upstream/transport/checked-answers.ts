import type { FetchLike } from '@modelcontextprotocol/client';
import { unmarked } from '../../../../src/base/json/json-number.ts';
import { markNumbers } from '../../../../src/base/json/mark-numbers.ts';
import { mendAnswer } from '../../../../src/mcp/mend-answer.ts';
import { MAX_LINE_BYTES } from '../../../platform/lines/line-reader.ts';

/** Max bytes of an error body. Longer ones are dropped. */
const ERROR_BYTES = 64 * 1024;

export interface AnswerCheck {
  /** Prefix for numbers that a double would print differently (`markNumbers`). */
  readonly mark: string;
  /** Max bytes of an answer, or of one event. */
  readonly maxBytes?: number;
  /** Called if the answer to a request exceeds the max size. */
  onTooLong(id: number): void;
}

/**
 * Wraps fetch to add what the SDK's transports lack: a size limit, and exact numbers. Received numbers become marked
 * strings, which the receiver of the messages restores. Sent ones are restored here.
 */
export function withCheckedAnswers(base: FetchLike, check: AnswerCheck): FetchLike {
  const { mark, maxBytes = MAX_LINE_BYTES, onTooLong } = check;
  return async (target, init) => {
    const { body, signal } = init ?? {};
    const response = await base(target, typeof body === 'string' ? { ...init, body: unmarked(body, mark) } : init);
    if (response.body === null) return response;
    const { ok, status, statusText } = response;
    const type = response.headers.get('content-type')?.toLowerCase() ?? '';
    const isEvents = ok && type.startsWith('text/event-stream');
    const isJson = ok && type.startsWith('application/json');
    const bounded = bound(ok ? maxBytes : ERROR_BYTES, isEvents, () => {
      const id = requestIdOf(body);
      if (ok && id !== undefined) onTooLong(id);
    });
    // Deno drops the signal of a fetch at its next garbage collection, and would keep reading.
    const read = response.body.pipeThrough(bounded, { ...(signal && { signal }) });
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.delete('content-encoding');
    if (!isEvents && !isJson) return new Response(read, { status, statusText, headers });
    const lines = read.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }));
    const id = requestIdOf(body);
    const own = lines
      .pipeThrough(isEvents ? markEvents(mark, id) : markJson(mark, id))
      .pipeThrough(new TextEncoderStream());
    return new Response(own, { status, statusText, headers });
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

function bound(max: number, isEvents: boolean, onTooLong: () => void): TransformStream<Bytes, Bytes> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes = isEvents && endsEvent(chunk) ? 0 : bytes + chunk.length;
      if (bytes <= max) return controller.enqueue(chunk);
      onTooLong();
      controller.error(new Error('no more of it is read'));
    },
  });
}

function endsEvent(chunk: Uint8Array): boolean {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return bytes.includes('\n\n') || bytes.includes('\r\n\r\n');
}

/** Extracts the request id from a body, in which we write it first. */
function requestIdOf(body: unknown): number | undefined {
  const found = typeof body === 'string' ? /^\{"jsonrpc":"2\.0","id":(\d+),/.exec(body.slice(0, 60)) : null;
  return found === null ? undefined : Number(found[1]);
}

/** Marks the numbers of a message. An error that JSON-RPC does not allow is mended (`mendAnswer`). */
function marked(text: string, mark: string, id: number | undefined): string {
  const own = mended(text, id) ?? text;
  return markNumbers(own, () => mark)?.text ?? own;
}

function mended(text: string, id: number | undefined): string | undefined {
  if (text.length > ERROR_BYTES || !text.includes('"error"')) return undefined;
  try {
    const answer = mendAnswer(JSON.parse(text), id);
    return answer && JSON.stringify(answer);
  } catch {
    return undefined;
  }
}

function markJson(mark: string, id: number | undefined): TransformStream<string, string> {
  const parts: string[] = [];
  return new TransformStream({
    transform: (text) => void parts.push(text),
    flush: (controller) => controller.enqueue(marked(parts.join(''), mark, id)),
  });
}

/** Marks numbers line by line, since no string or number of JSON spans lines. */
function markEvents(mark: string, id: number | undefined): TransformStream<string, string> {
  const written = eventLines((line) => {
    const [field = ''] = DATA_FIELD.exec(line) ?? [];
    return `${field}${marked(line.slice(field.length).trimEnd(), mark, id)}\n`;
  });
  let parts: string[] = [];
  const lines = (last: string): string => [...parts, last].join('').split(AFTER_LINE).map(written).join('');
  return new TransformStream({
    transform(text, controller) {
      const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      if (end > 0) {
        controller.enqueue(lines(text.slice(0, end)));
        parts = [];
      }
      parts.push(text.slice(end));
    },
    flush(controller) {
      controller.enqueue(lines(''));
    },
  });
}

/** Splits after the line endings of an event stream (WHATWG HTML, "Parsing an event stream"): CR, LF, or both. */
const AFTER_LINE = /(?<=\n|\r(?!\n))/;
const LINE_END = /\r\n?$/;
const DATA = /^\ufeff?data:/;
const DATA_FIELD = /^\ufeff?data:\s*/;
/** Matches the start of a message. Other data, such as a URL, may contain something that looks like a number. */
const MESSAGE = /^\ufeff?data:\s*[[{]/;

/**
 * Rewrites an event stream line by line, with numbers in messages marked. A message may span several lines. All lines
 * get LF, because after CR the SDK's parser waits for an LF that may never come.
 */
function eventLines(marked: (line: string) => string): (line: string) => string {
  let within = false;
  let afterReturn = false;
  return (line) => {
    // An LF after the CR of the previous line does not end another line.
    const isRest = afterReturn && line === '\n';
    afterReturn = line.endsWith('\r');
    if (isRest) return '';
    const ended = line.replace(LINE_END, '\n');
    if (ended === '\n') within = false;
    else if (MESSAGE.test(line)) within = true;
    return within && DATA.test(line) ? marked(ended) : ended;
  };
}
