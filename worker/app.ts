import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import packageJson from '../package.json' with { type: 'json' };
import { createLedger, type LedgerCounters } from '../src/ledger/ledger.ts';
import { createSqlAnswerCache } from '../src/storage/sql-answer-cache.ts';
import { SqlError } from '../src/storage/sql-error.ts';
import { createSqlLedger } from '../src/storage/sql-ledger.ts';
import { createSqlSessionSecret } from '../src/storage/sql-session-secret.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { wireFailure } from '../src/wire/wire-failure.ts';
import { createAccess } from './access/access.ts';
import { pathWithoutKey } from './access/credential.ts';
import { apiRoutes } from './api/api-routes.tsx';
import type { AppDeps } from './app-deps.ts';
import { createDashboard } from './dashboard/dashboard.tsx';
import { embeddedEngine } from './engine.ts';
import { logRequests } from './events/request-log.ts';
import { answerFailure } from './http/answer-failure.ts';
import { accounting, createAccount, toolOfDialect } from './ledger/account.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { checkOrigin } from './mcp/check-origin.ts';
import { createMcpMethods } from './mcp/mcp-methods.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import { pruneTextTool } from './mcp/tools/prune-text.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { createWorkerMetrics } from './metrics/worker-metrics.ts';
import { batchRoute } from './prune/batch-route.ts';
import { createDoors } from './prune/doors.ts';
import { pruneRoute } from './prune/prune-route.ts';
import { createTurns } from './prune/turns.ts';
import { keyRoutes } from './teams/key-routes.ts';
import { teamRoutes } from './teams/team-routes.ts';
import { usageRoutes } from './usage/usage-routes.ts';
import type { WorkerContext } from './worker-context.ts';

const LONGEST_REQUEST_ID = 128;
const STORAGE_RETRY_S = 5;
const NO_LEDGER = { written: 0, dropped: 0, waiting: 0, failures: 0 };
const DEFAULT_CACHE = { ttlMs: 86_400_000, maxBytes: 64 * 1024 * 1024 };

/**
 * The worker on any runtime with Web APIs. Every error is JSON with `detail` and `request_id`. The order is that of
 * DESIGN.md's request flow: request id → log → authenticate → limits → validate → prune → record → answer.
 */
export function createApp(deps: AppDeps = {}): Hono<WorkerContext> {
  const log = deps.log ?? (() => {});
  const now = deps.now ?? (() => performance.now());
  const clock = deps.clock ?? (() => Date.now());
  const newId = deps.newId ?? (() => crypto.randomUUID());
  const turn = deps.turn ?? createTurns();
  const engine = deps.engine ?? embeddedEngine(turn);
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const { database, cache = DEFAULT_CACHE } = deps;
  const store = database === undefined ? undefined : createSqlLedger(database, { now: clock });
  const ledger = deps.ledger ?? (store === undefined ? undefined : createLedger({ store, now: clock }));
  const access = createAccess({
    ...deps,
    now,
    clock,
    pendingBytes: (team) => ledger?.pendingBytes(team) ?? 0,
    onFailure: (error) => log({ event: 'storage_failed', error: errorName(error) }),
  });

  const counters = (): LedgerCounters => ledger?.counters() ?? NO_LEDGER;
  const metrics = createWorkerMetrics({
    ledger: counters,
    upstream: () => engine.upstream?.(),
    startedAt: clock(),
  });

  const app = new Hono<WorkerContext>({ getPath: pathWithoutKey });
  app.use(requestId({ limitLength: LONGEST_REQUEST_ID, generator: newId }));
  app.use(secureHeaders());
  app.use(logRequests(log, now, metrics.countRequest));
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
  const openDoor = createDoors({
    engine,
    loadTokenCounter: deps.loadTokenCounter ?? loadO200k,
    limits,
    now,
    turn,
    cacheTtlMs: cache.ttlMs,
    stored: database === undefined ? undefined : createSqlAnswerCache(database, { ...cache, now: clock }),
  });
  const account = createAccount({ ledger, onEntry: metrics.countPrune, now, clock });
  const onFault = (error: unknown): void => log({ event: 'fault', request_id: '', error: errorName(error) });
  const body = { mostBytes: limits.bodyBytes, clock, turn };
  const pruning = [
    access.admit('prune'),
    accounting(account, now, toolOfDialect),
    pruneRoute({ openDoor, ...body }),
  ] as const;
  app.post('/prune', ...pruning);
  app.post('/prune/', ...pruning);
  app.post('/v1/prune/batch', access.admit('prune'), batchRoute({ openDoor, account, now, onFault, ...body }));
  app.post(
    '/mcp',
    checkOrigin({ hosts: deps.hosts ?? [], origins: deps.origins ?? [] }),
    access.admit(),
    accounting(account, now, (record) => (record === undefined ? undefined : 'prune_text')),
    mcpRoute({
      methods: createMcpMethods([pruneTextTool(openDoor)], packageJson.version),
      onFault,
      ...body,
    }),
  );
  app.route('/', apiRoutes(packageJson.version));
  app.route('/metrics', metricsRoutes({ admit: access.admit, metrics }));
  if (database !== undefined && access.directory !== undefined && store !== undefined) {
    const { admit, directory } = access;
    app.route('/v1/usage', usageRoutes({ admit, directory, store, clock }));
    app.route('/v1/teams', teamRoutes({ admit, directory }));
    app.route('/v1/keys', keyRoutes({ admit, directory, clock }));
    app.route(
      '/dashboard',
      createDashboard({
        ...access,
        directory,
        store,
        ledger: counters,
        upstream: () => engine.upstream?.(),
        clock,
        sessionSecret: createSqlSessionSecret(database, deps.adminKey),
      }),
    );
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
