import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { createEmbeddedPruner } from '../src/pruning/embedded.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { wireFailure } from '../src/wire/wire-failure.ts';
import type { AppDeps } from './app-deps.ts';
import { logRequests } from './events/request-log.ts';
import { answerFailure } from './http/answer-failure.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { pruneRoute } from './prune/prune-route.ts';
import { createTurns } from './prune/turns.ts';
import type { WorkerContext } from './worker-context.ts';

const LONGEST_REQUEST_ID = 128;

/**
 * The worker: `POST /prune` (swe-pruner's protocol, dialects A and B) and `GET /health`, on any runtime with Web APIs.
 * Every error is JSON with `detail` and `request_id`. The order of the middleware is the order of DESIGN.md's request
 * flow; authentication belongs between the request id and the routes, before a body is read.
 */
export function createApp(deps: AppDeps = {}): Hono<WorkerContext> {
  const log = deps.log ?? (() => {});
  const now = deps.now ?? (() => performance.now());
  const newId = deps.newId ?? (() => crypto.randomUUID());
  const backend = deps.backend ?? 'embedded';

  const app = new Hono<WorkerContext>();
  app.use(requestId({ limitLength: LONGEST_REQUEST_ID, generator: newId }));
  app.use(secureHeaders());
  app.use(logRequests(log, now));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, allowed) => {
        c.header('Allow', allowed.join(', '));
        return answerFailure(c, wireFailure('method_not_allowed', 'Method Not Allowed'));
      },
    }),
  );

  app.get('/health', (c) => c.json({ status: 'healthy', model_loaded: true, ok: true, backend }));
  const prune = pruneRoute({
    pruner: deps.pruner ?? createEmbeddedPruner(),
    loadTokenCounter: deps.loadTokenCounter ?? loadO200k,
    limits: { ...DEFAULT_LIMITS, ...deps.limits },
    now,
    turn: createTurns(),
  });
  app.post('/prune', prune);
  app.post('/prune/', prune);

  app.notFound((c) => answerFailure(c, wireFailure('not_found', 'Not Found')));
  app.onError((error, c) => {
    if (c.req.raw.signal?.aborted) return answerFailure(c, wireFailure('cancelled', 'Request cancelled'));
    log({ event: 'fault', request_id: c.get('requestId'), error: error.name });
    return answerFailure(c, wireFailure('internal', 'Internal Server Error'));
  });
  return app;
}
