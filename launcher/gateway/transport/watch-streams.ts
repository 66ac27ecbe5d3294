import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { MAX_LINE_BYTES } from '../../stdio/line-reader.ts';
import { type BodyWatch, boundedBody } from './bounded-body.ts';

/** Between the end of a stream and the moment when all that it held has been handed on, in milliseconds. */
export const SETTLE_MS = 100;
/** Bytes of an error's page: nothing of it is told. */
const ERROR_BYTES = 64 * 1024;

interface StreamWatch {
  /** A request's own stream is over; without event ids nobody can ask for what it did not bring. */
  onEnded(id: number): void;
  /** The answer to a request is longer than is read. */
  onTooLong(id: number): void;
  /** The status of each answer of the server itself, not of those that sign in. */
  onStatus(status: number): void;
}

export interface WatchedStreams {
  readonly fetch: FetchLike;
  /** Nobody waits for a request's answer any more: no more of it is read, however long the server goes on. */
  stop(id: number): void;
}

/**
 * Looks at what the SDK's transport fetches: that one reads on for ever where a server writes for ever, and does not tell
 * when the stream of a request ends without its answer: the request would wait for its timeout.
 */
export function watchStreams(
  base: FetchLike,
  url: URL,
  { onEnded, onTooLong, onStatus }: StreamWatch,
  maxBytes: number = MAX_LINE_BYTES,
): WatchedStreams {
  const reading = new Map<number, AbortController>();

  const fetch: FetchLike = async (target, init) => {
    const { origin, pathname } = new URL(target);
    const id = init?.method === 'POST' ? requestIdOf(init.body) : undefined;
    const stop = new AbortController();
    if (id !== undefined) reading.set(id, stop);
    const over = (): void => {
      if (id !== undefined && reading.get(id) === stop) reading.delete(id);
    };
    try {
      const response = await base(target, init);
      if (origin === url.origin && pathname === url.pathname) onStatus(response.status);
      else return whole(response, over);
      const isStream = response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
      const events = isStream && response.ok;
      const isBounded = !events && response.ok && isShort(response.headers, maxBytes);
      const isWatched = id !== undefined || init?.method === 'GET';
      if (response.body === null || isBounded || !isWatched) return whole(response, over);
      const watch: BodyWatch = {
        maxBytes: response.ok ? maxBytes : ERROR_BYTES,
        events,
        answered: id,
        stop: stop.signal,
        onEnd(resumable) {
          over();
          if (id !== undefined && events && !resumable) onEnded(id);
        },
        onTooLong() {
          over();
          if (id !== undefined && response.ok) onTooLong(id);
        },
        onLeft: over,
      };
      return new Response(boundedBody(response.body, watch), response);
    } catch (error) {
      over();
      throw error;
    }
  };
  return {
    fetch,
    stop(id) {
      reading.get(id)?.abort();
      reading.delete(id);
    },
  };
}

function whole(response: Response, over: () => void): Response {
  over();
  return response;
}

/** Whether an answer says that it is no longer; unpacked it would be. */
function isShort(headers: Headers, maxBytes: number): boolean {
  const length = headers.get('content-length');
  return length !== null && headers.get('content-encoding') === null && Number(length) <= maxBytes;
}

/** Ours is written first. */
export function requestIdOf(body: unknown): number | undefined {
  const found = typeof body === 'string' ? /^\{"jsonrpc":"2\.0","id":(\d+),/.exec(body.slice(0, 60)) : null;
  return found === null ? undefined : Number(found[1]);
}
