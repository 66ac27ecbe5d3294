import { Hono } from 'hono';
import type { Handler } from 'hono/types';
import { DEFAULT_WIRE_LIMITS } from '../../../../src/prune-api/request-limits.ts';
import type { Principal } from '../../../../src/teams/keys/principal.ts';
import type { WorkerContext } from '../../../../worker/http/worker-context.ts';
import { embeddedEngine } from '../../../../worker/routes/prune/engine.ts';
import type { Caller } from '../../../../worker/routes/prune/prune-contexts.ts';
import {
  createPruneContexts,
  type OpenPruneContext,
  type PruneContextsOptions,
} from '../../../../worker/routes/prune/prune-contexts.ts';
import { keyOf } from '../usage/principals.ts';

export const noPause = async (): Promise<void> => {};

/** Dependencies of pruning with the embedded engine, no cache, and characters in place of tokens. */
export const PRUNING: PruneContextsOptions = {
  engine: embeddedEngine(noPause),
  loadTokenCounter: async () => (text) => text.length,
  limits: DEFAULT_WIRE_LIMITS,
  now: () => 0,
  turn: noPause,
  cacheTtlMs: 0,
  sha256: undefined,
  stored: undefined,
};

/** Returns a function that opens contexts, and the list of callers passed to it. */
export function opening(): { readonly callers: Caller[]; readonly open: OpenPruneContext } {
  const callers: Caller[] = [];
  const openContext = createPruneContexts(PRUNING);
  return {
    callers,
    open(caller) {
      callers.push(caller);
      return openContext(caller);
    },
  };
}

/** Variables that the middleware before a route sets. */
export type Variables = Partial<WorkerContext['Variables']>;

/** Serves one route at `/` for an admitted principal. */
export function serving(
  route: Handler<WorkerContext>,
  variables: Variables = {},
  principal: Partial<Principal> = {},
): (body: unknown, init?: RequestInit) => Promise<Response> {
  const app = new Hono<WorkerContext>();
  app.use(async (c, next) => {
    c.set('requestId', 'r-1');
    c.set('principal', { ...keyOf('prune'), ...principal });
    for (const [name, value] of Object.entries(variables)) c.set(name as keyof Variables, value as never);
    await next();
  });
  app.post('/', route);
  return async (body, init = {}) =>
    app.request('/', {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
      ...{ body: typeof body === 'string' ? body : JSON.stringify(body) },
      ...init,
    });
}
