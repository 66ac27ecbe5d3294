import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { SqlError } from '../src/storage/sql-error.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { wireFailure } from '../src/wire/wire-failure.ts';
import { createAccess } from './access/access.ts';
import { pathWithoutKey } from './access/credential.ts';
import type { AppDeps } from './app-deps.ts';
import { embeddedEngine } from './engine.ts';
import { logRequests } from './events/request-log.ts';
import { answerFailure } from './http/answer-failure.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { pruneRoute } from './prune/prune-route.ts';
import { createTurns } from './prune/turns.ts';
import { keyRoutes } from './teams/key-routes.ts';
import { teamRoutes } from './teams/team-routes.ts';
import type { WorkerContext } from './worker-context.ts';

const LONGEST_REQUEST_ID = 128;
const STORAGE_RETRY_S = 5;

/**
 * The worker on any runtime with Web APIs. Every error is JSON with `detail` and `request_id`. The order is that of
 * DESIGN.md's request flow: request id → log → authenticate → limits → validate → prune → record → answer.
 */
export function createApp(deps: AppDeps = {}): Hono<WorkerContext> {
  const log = deps.log ?? (() => {});
  const now = deps.now ?? (() => performance.now());
  const clock = deps.clock ?? (() => Date.now());
  const newId = deps.newId ?? (() => crypto.randomUUID());
  const engine = deps.engine ?? embeddedEngine();
  const access = createAccess({
    ...deps,
    now,
    clock,
    pendingBytes: () => 0,
    onFailure: (error) => log({ event: 'storage_failed', error: errorName(error) }),
  });

  const app = new Hono<WorkerContext>({ getPath: pathWithoutKey });
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

  app.get('/health', (c) => c.json({ status: 'healthy', model_loaded: true, ok: true, backend: engine.backend }));
  const prune = pruneRoute({
    pruner: engine.pruner,
    loadTokenCounter: deps.loadTokenCounter ?? loadO200k,
    limits: { ...DEFAULT_LIMITS, ...deps.limits },
    now,
    clock,
    turn: createTurns(),
  });
  app.post('/prune', access.admit('prune'), prune);
  app.post('/prune/', access.admit('prune'), prune);
  if (access.directory !== undefined) {
    const { admit, directory } = access;
    app.route('/v1/teams', teamRoutes({ admit, directory }));
    app.route('/v1/keys', keyRoutes({ admit, directory, clock }));
  }

  app.notFound((c) => answerFailure(c, wireFailure('not_found', 'Not Found')));
  app.onError((error, c) => {
    if (c.req.raw.signal?.aborted) return answerFailure(c, wireFailure('cancelled', 'Request cancelled'));
    log({ event: 'fault', request_id: c.get('requestId'), error: errorName(error) });
    if (error instanceof SqlError) {
      const said = 'The storage cannot be reached at the moment';
      return answerFailure(c, wireFailure('storage_unavailable', said, STORAGE_RETRY_S));
    }
    return answerFailure(c, wireFailure('internal', 'Internal Server Error'));
  });
  return app;
}

// The name and code alone: a message may quote a text.
function errorName(error: unknown): string {
  if (error instanceof SqlError) return `${error.name}: ${error.code}`;
  return error instanceof Error ? error.name : 'Error';
}
