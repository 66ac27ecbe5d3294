import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import packageJson from '../../package.json' with { type: 'json' };
import { requestFailure } from '../../src/prune-api/request-failure.ts';
import { withClock } from '../../src/storage/database-clock.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { writeAudit } from '../../src/teams/keys/sql-audit.ts';
import { createSqlEndedSessions } from '../../src/teams/keys/sql-ended-sessions.ts';
import { createSqlSessionSecret } from '../../src/teams/keys/sql-session-secret.ts';
import { createAuditedKeys } from '../access/audited-keys.ts';
import { pathWithoutKey } from '../access/credential.ts';
import { BASE as DASHBOARD } from '../dashboard/base-path.ts';
import { createDashboard } from '../dashboard/dashboard.tsx';
import { answerFailure } from '../http/answer-failure.ts';
import { answerFault } from '../http/answer-fault.ts';
import { closing } from '../http/closing.ts';
import { dataHeaders } from '../http/data-headers.ts';
import { logRequests } from '../http/events/request-log.ts';
import { validHost } from '../http/valid-host.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import { accounting } from '../ledger/account.ts';
import { apiRoutes } from '../routes/docs/api-routes.tsx';
import { healthRoutes } from '../routes/docs/health-routes.ts';
import { checkOrigin } from '../routes/mcp/check-origin.ts';
import { createMcpMethods } from '../routes/mcp/mcp-methods.ts';
import { mcpRoute } from '../routes/mcp/mcp-route.ts';
import { teamArtifactTool } from '../routes/mcp/tools/artifact.ts';
import { contextTools } from '../routes/mcp/tools/context.ts';
import { pruneTextTool } from '../routes/mcp/tools/prune-text.ts';
import { metricsRoutes } from '../routes/metrics/metrics-routes.ts';
import { pruneRoute } from '../routes/prune/prune-route.ts';
import { inQueue } from '../routes/prune/queue/in-queue.ts';
import { keyRoutes } from '../routes/teams/key-routes.ts';
import { teamRoutes } from '../routes/teams/team-routes.ts';
import { usageRoutes } from '../routes/usage/usage-routes.ts';
import type { AppDeps } from './app-deps.ts';
import { createServices, type Services } from './services.ts';

const LONGEST_REQUEST_ID = 128;

/**
 * Creates the worker for any runtime with Web APIs. Every error is JSON with `detail` and `request_id`. Order of a
 * request: trace → request id → log → authenticate → limits → validate → prune → record → answer.
 */
export function createApp(given: AppDeps = {}): Hono<WorkerContext> {
  const deps = given.database === undefined ? given : { ...given, database: withClock(given.database, given.clock) };
  const services = createServices(deps);
  const { engine, log, now, metrics, access, artifacts, onStorageFailure } = services;
  const app = new Hono<WorkerContext>({ getPath: pathWithoutKey });

  if (deps.tracing) app.use(deps.tracing);
  app.use(requestId({ limitLength: LONGEST_REQUEST_ID, generator: deps.newId ?? (() => crypto.randomUUID()) }));
  app.use(dataHeaders());
  app.use(logRequests(log, now, metrics.countRequest));
  app.use(validHost());
  if (deps.isStopping !== undefined) app.use(closing(deps.isStopping));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, allowed) => {
        c.header('Allow', allowed.join(', '));
        return answerFailure(c, requestFailure('method_not_allowed', 'Method Not Allowed'));
      },
    }),
  );

  const needsStorage = deps.adminKey !== undefined || deps.keyless === 'refuse';
  const { database, isStopping = () => false } = deps;
  app.route('/', healthRoutes({ backend: engine.backend, database, needsStorage, isStopping, now, onStorageFailure }));
  mountPruning(app, services, deps);
  app.route('/', apiRoutes(packageJson.version));
  app.route('/metrics', metricsRoutes({ admit: access.admit, metrics, artifacts, onStorageFailure }));
  if (database !== undefined) mountStored(app, services, database, deps.adminKey);

  app.notFound((c) => answerFailure(c, requestFailure('not_found', 'Not Found')));
  app.onError((error, c) => answerFault(c, error, log));
  return app;
}

/** Mounts the pruning routes. */
function mountPruning(
  app: Hono<WorkerContext>,
  services: Services,
  { hosts = [], origins = [], redact = false }: AppDeps,
): void {
  const { access, account, now, clock, limits, turn, openPruneContext, onFault, log, artifacts, onStorageFailure } =
    services;
  const { contexts, loadTokenCounter } = services;
  const tools = [
    pruneTextTool(openPruneContext),
    teamArtifactTool(openPruneContext),
    ...contextTools({ openPruneContext, loadTokenCounter, redact }),
  ];
  const dispatch = createMcpMethods(tools, packageJson.version);
  const body = { maxBytes: limits.bodyBytes, clock, turn };
  const queue = inQueue(services.queue);
  const route = pruneRoute({ openPruneContext, ...body });
  for (const path of ['/prune', '/prune/']) {
    app.post(path, access.admit('prune'), accounting(account, now), queue, route);
  }
  app.post(
    '/mcp',
    access.admit(),
    checkOrigin({ hosts, origins }),
    accounting(account, now, (c) => c.get('tool') !== undefined),
    queue,
    mcpRoute({ dispatch, onFault, log, artifacts, contexts, onStorageFailure, account, now, ...body }),
  );
}

/** Mounts the routes that need a database. */
function mountStored(
  app: Hono<WorkerContext>,
  { access, store, clock, log, engine, ledgerCounters, artifacts, onStorageFailure }: Services,
  database: SqlDatabase,
  adminKey: string | undefined,
): void {
  const { admit, directory } = access;
  if (directory === undefined || store === undefined) return;
  const keys = createAuditedKeys(directory, async (entry) => {
    log({ event: 'audit', ...entry });
    await writeAudit(database, clock(), entry).catch(onStorageFailure);
  });
  app.route('/v1/teams', teamRoutes({ admit, directory }));
  app.route('/v1/keys', keyRoutes({ admit, directory, keys, clock }));
  app.route('/v1/usage', usageRoutes({ admit, directory, store, clock }));
  app.get('/', (c) => c.redirect(DASHBOARD));
  app.route(
    DASHBOARD,
    createDashboard({
      ...access,
      directory,
      keys,
      endedSessions: createSqlEndedSessions(database),
      store,
      artifacts,
      clock,
      ledger: ledgerCounters,
      upstream: () => engine.upstream?.(),
      sessionSecret: createSqlSessionSecret(database, adminKey),
      onStorageFailure,
    }),
  );
}
