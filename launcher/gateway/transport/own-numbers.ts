import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { markNumbers } from '../../../src/json/mark-numbers.ts';

/**
 * Hands the SDK's transport a server's answers in which numbers that a double would write with other characters are
 * marked strings (`markNumbers`), since it parses them itself. Whoever gets its messages puts the numbers back. Only
 * answers of the server itself are marked, not those that sign in.
 */
export function withOwnNumbers(base: FetchLike, url: URL, mark: string): FetchLike {
  return async (target, init) => {
    const response = await base(target, init);
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

/** Works by lines: no string or number of JSON goes over the end of one. */
function markLines(mark: string, isEvents: boolean): ReadableWritablePair<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const isMessage = isEvents ? messagesOfEvents() : () => true;
  let parts: string[] = [];
  const write = (text: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    const marked = text
      .split(AFTER_LINE)
      .map((line) => (isMessage(line) ? (markNumbers(line, mark) ?? line) : line))
      .join('');
    if (marked !== '') controller.enqueue(encoder.encode(marked));
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
const DATA = /^data:/;
/** Beginning of a message: an address, too, may have something like a number in it. */
const MESSAGE = /^data: ?\s*[[{]/;

/** Tells of one line after the other whether it is part of a message, which may take several of them. */
function messagesOfEvents(): (line: string) => boolean {
  let within = false;
  let afterReturn = false;
  return (line) => {
    // Behind a CR that came before it, it ends no line of its own.
    const isRest = afterReturn && line === '\n';
    afterReturn = line.endsWith('\r');
    if (isRest) return false;
    if (line === '\n' || line === '\r' || line === '\r\n') within = false;
    else if (MESSAGE.test(line)) within = true;
    return within && DATA.test(line);
  };
}
