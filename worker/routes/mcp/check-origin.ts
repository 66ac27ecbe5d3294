import type { MiddlewareHandler } from 'hono';
import { requestFailure } from '../../../src/prune-api/request-failure.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import type { WorkerContext } from '../../http/worker-context.ts';

export interface CheckOriginOptions {
  /** Accepted host names, without a port; empty: any. */
  readonly hosts: readonly string[];
  /** Origins of pages that may call it, besides its own. */
  readonly origins: readonly string[];
}

/**
 * Keeps out pages of other sites, as MCP's Streamable HTTP requires ("Security Warning"). A browser sends the page's
 * origin in `Origin` and the name it used in `Host`, which exposes DNS rebinding.
 */
export function checkOrigin({ hosts, origins }: CheckOriginOptions): MiddlewareHandler<WorkerContext> {
  return async (c, next) => {
    const { hostname, host } = new URL(c.req.url);
    const origin = c.req.header('origin');
    const ownHost = hosts.length === 0 || hosts.includes(hostname);
    const ownOrigin = origin === undefined || origins.includes(origin) || hostOf(origin) === host;
    if (ownHost && ownOrigin) {
      await next();
      return;
    }
    const said = ownHost ? 'This origin is not allowed' : 'This host is not allowed';
    return answerFailure(c, requestFailure('forbidden', said));
  };
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
