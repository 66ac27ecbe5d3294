import type { MiddlewareHandler } from 'hono';
import { requestFailure } from '../../src/prune-api/request-failure.ts';
import { answerFailure } from './answer-failure.ts';
import type { WorkerContext } from './worker-context.ts';

const INVALID = requestFailure('invalid_host', 'Bad Request: the Host header is not a host name');

/**
 * Refuses a request with a `Host` that is not valid in a URL, such as `127.999.1.1`, because later parsing would throw.
 * Also refuses two hosts (joined by a comma), because a proxy may have checked the other one.
 */
export function validHost(): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    if (!URL.canParse(c.req.url) || c.req.header('host')?.includes(',') === true) return answerFailure(c, INVALID);
    await next();
    return undefined;
  };
}
