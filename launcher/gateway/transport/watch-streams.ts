import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

/** Between the end of a stream and the moment when all that it held has been handed on, in milliseconds. */
export const SETTLE_MS = 100;

interface StreamWatch {
  /** A request's own stream is over; without event ids nobody can ask for what it did not bring. */
  onEnded(id: number): void;
  /** The status of each answer of the server itself, not of those that sign in. */
  onStatus(status: number): void;
}

/**
 * Looks at what the SDK's transport fetches: that one does not tell when the stream of a request ends without its answer,
 * and the request would wait for its timeout.
 */
export function watchStreams(base: FetchLike, url: URL, { onEnded, onStatus }: StreamWatch): FetchLike {
  return async (target, init) => {
    const response = await base(target, init);
    const { origin, pathname } = new URL(target);
    if (origin !== url.origin || pathname !== url.pathname) return response;
    onStatus(response.status);
    const id = init?.method === 'POST' ? requestIdOf(init.body) : undefined;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (id === undefined || !response.ok || !isStream || response.body === null) return response;
    return new Response(
      tellEnd(response.body, () => onEnded(id)),
      response,
    );
  };
}

/** The SDK writes the id last. */
function requestIdOf(body: unknown): number | undefined {
  const found = typeof body === 'string' ? /"id":(\d+)\}$/.exec(body.slice(-40)) : null;
  return found === null ? undefined : Number(found[1]);
}

/** Calls `onEnd` where the stream ends or breaks, unless its first bytes have an event id: then the SDK asks for the rest. */
function tellEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let first = true;
  let resumable = false;
  const end = (): void => (resumable ? undefined : onEnd());
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        if (first) resumable = /^id:/m.test(Buffer.from(value.subarray(0, 1024)).toString('latin1'));
        first = false;
        controller.enqueue(value);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
