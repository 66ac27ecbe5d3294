import type { MiddlewareHandler } from 'hono';
import { type RequestFailure, requestFailure } from '../../../../src/prune-api/request-failure.ts';
import type { WorkerContext } from '../../../http/worker-context.ts';
import type { FairQueue, QueueFull, Release } from './fair-queue.ts';

/** Builds the answer for a team with too many waiting requests. */
function busy({ retryAfterSeconds }: QueueFull): RequestFailure {
  return requestFailure('busy', "Too many of the team's requests are waiting", retryAfterSeconds);
}

/**
 * Takes a place in the queue for a request, from before its body is decoded until the answer. A request that then reads
 * a larger text from elsewhere exchanges its place for one of that size. Without a queue each request computes as it
 * comes. With an upstream there is none, because most of the time is spent waiting for the upstream.
 */
export function inQueue(queue: FairQueue | undefined): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    let place: { readonly bytes: number; readonly leave: Release } | undefined;
    c.set('waitTurn', async (bytes) => {
      if (queue === undefined || (place !== undefined && bytes <= place.bytes)) return undefined;
      // Leaves first, because a request that kept its place would wait for itself.
      place?.leave();
      place = undefined;
      const entered = await queue.enter(c.get('principal').team, bytes);
      if (typeof entered !== 'function') return busy(entered);
      place = { bytes, leave: entered };
      return c.req.raw.signal.aborted ? requestFailure('cancelled', 'the client has disconnected') : undefined;
    });
    try {
      await next();
    } finally {
      place?.leave();
    }
  };
}
