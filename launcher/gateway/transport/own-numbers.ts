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

/** Of a stream of events, the lines that are messages: an address, too, may have something like a number in it. */
const MESSAGE = /^data: ?[[{]/;

/** Works by lines: no string of JSON goes over the end of one, and an event's data has lines of its own. */
function markLines(mark: string, isEvents: boolean): ReadableWritablePair<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  let parts: string[] = [];
  const write = (lines: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (lines === '') return;
    const marked = lines
      .split('\n')
      .map((line) => (isEvents && !MESSAGE.test(line) ? line : (markNumbers(line, mark) ?? line)));
    controller.enqueue(encoder.encode(marked.join('\n')));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n') + 1;
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
