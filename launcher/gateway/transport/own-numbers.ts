import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { unmarked } from '../../../src/json/json-number.ts';
import { markNumbers } from '../../../src/json/mark-numbers.ts';

/**
 * Hands the SDK's transport a server's answers in which numbers that a double would write with other characters are
 * marked strings (`markNumbers`), since it parses them itself. Whoever gets its messages puts the numbers back. Only
 * answers of the server itself are marked, not those that sign in. What the SDK has written of a message whose numbers
 * are marked (`markedForWriting`) goes out with the numbers themselves.
 */
export function withOwnNumbers(base: FetchLike, url: URL, mark: string): FetchLike {
  return async (target, init) => {
    const response = await base(target, withNumbersIn(init, mark));
    const { origin, pathname } = new URL(target);
    const isServers = origin === url.origin && pathname === url.pathname;
    const type = response.headers.get('content-type')?.toLowerCase() ?? '';
    const isEvents = type.startsWith('text/event-stream');
    if (!isServers || !(isEvents || type.startsWith('application/json')) || !response.ok || response.body === null)
      return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.delete('content-encoding');
    const { status, statusText } = response;
    return new Response(response.body.pipeThrough(markLines(mark, isEvents)), { status, statusText, headers });
  };
}

function withNumbersIn(init: RequestInit | undefined, mark: string): RequestInit | undefined {
  return typeof init?.body === 'string' ? { ...init, body: unmarked(init.body, mark) } : init;
}

/** Works by lines: no string or number of JSON goes over the end of one. */
function markLines(mark: string, isEvents: boolean): ReadableWritablePair<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const marked = (line: string): string => markNumbers(line, mark) ?? line;
  const written = isEvents ? eventLines(marked) : marked;
  let parts: string[] = [];
  const write = (text: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    const lines = text.split(AFTER_LINE).map(written).join('');
    if (lines !== '') controller.enqueue(encoder.encode(lines));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      if (end === 0) {
        parts.push(text);
        return;
      }
      write(parts.join('') + text.slice(0, end), controller);
      parts = [text.slice(end)];
    },
    flush(controller) {
      write(parts.join('') + decoder.decode(), controller);
    },
  });
}

/** Ends of lines in a stream of events (WHATWG HTML, "Parsing an event stream"): CR, LF, or both. */
const AFTER_LINE = /(?<=\n|\r(?!\n))/;
const LINE_END = /\r\n?$/;
const DATA = /^\ufeff?data:/;
/** Beginning of a message: an address, too, may have something like a number in it. */
const MESSAGE = /^\ufeff?data:\s*[[{]/;

/**
 * Writes one line after the other of a stream of events, messages with their numbers marked; a message may take several
 * lines. All end in LF: behind a CR the SDK's parser waits for an LF, which need not come.
 */
function eventLines(marked: (line: string) => string): (line: string) => string {
  let within = false;
  let afterReturn = false;
  return (line) => {
    // Behind a CR that came before it, it ends no line of its own.
    const isRest = afterReturn && line === '\n';
    afterReturn = line.endsWith('\r');
    if (isRest) return '';
    const ended = line.replace(LINE_END, '\n');
    if (ended === '\n') within = false;
    else if (MESSAGE.test(line)) within = true;
    return within && DATA.test(line) ? marked(ended) : ended;
  };
}
