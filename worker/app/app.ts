import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import packageJson from '../../package.json' with { type: 'json' };
import type { LoadTokenCounter } from '../../src/base/tokens/count-tokens.ts';
import { loadO200k } from '../../src/base/tokens/o200k.ts';
import { createSqlContexts, type SqlContexts } from '../../src/context/sql/sql-context-store.ts';
import { createSqlAnswerCache } from '../../src/prune-api/cache/sql-answer-cache.ts';
import { requestFailure } from '../../src/prune-api/request-failure.ts';
import { withClock } from '../../src/storage/database-clock.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { createCounterSwitch } from '../../src/teams/counters/shared-counters.ts';
import type { AuditTrail } from '../../src/teams/keys/audit.ts';
import { createSqlAudit } from '../../src/teams/keys/sql-audit.ts';
import { createSqlEndedSessions } from '../../src/teams/keys/sql-ended-sessions.ts';
import { createSqlSessionSecret } from '../../src/teams/keys/sql-session-secret.ts';
import type { LedgerCounters } from '../../src/teams/usage/ledger.ts';
import type { LedgerStore } from '../../src/teams/usage/ledger-store.ts';
import type { OperatorNotice } from '../../src/teams/usage/notices.ts';
import { createSqlLedger } from '../../src/teams/usage/sql-ledger.ts';
import type { Pause } from '../../src/text/cooperative-task.ts';
import { type Access, createAccess } from '../access/access.ts';
import { pathWithoutKey } from '../access/credential.ts';
import { createManagement } from '../access/management.ts';
import { createTeamArtifacts, type TeamArtifacts } from '../artifacts/team-artifacts.ts';
import { BASE as DASHBOARD } from '../dashboard/base-path.ts';
import { createDashboard } from '../dashboard/dashboard.tsx';
import { answerFailure } from '../http/answer-failure.ts';
import { answerFault } from '../http/answer-fault.ts';
import { closing } from '../http/closing.ts';
import { dataHeaders } from '../http/data-headers.ts';
import { logRequests } from '../http/events/request-log.ts';
import { errorName, type WorkerLog } from '../http/events/worker-event.ts';
import { validHost } from '../http/valid-host.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import { type Account, accounting, createAccount } from '../ledger/account.ts';
import { eraseTeam } from '../ledger/erase-team.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { createStorageWatch, type StorageWatch } from '../ledger/storage-watch.ts';
import { auditRoutes } from '../routes/audit/audit-routes.ts';
import { apiRoutes } from '../routes/docs/api-routes.tsx';
import { healthRoutes } from '../routes/docs/health-routes.ts';
import { checkOrigin } from '../routes/mcp/check-origin.ts';
import { createMcpMethods } from '../routes/mcp/mcp-methods.ts';
import { mcpRoute } from '../routes/mcp/mcp-route.ts';
import { protectedResource } from '../routes/mcp/protected-resource.ts';
import { teamArtifactTool } from '../routes/mcp/tools/artifact.ts';
import { contextTools } from '../routes/mcp/tools/context.ts';
import { pruneTextTool } from '../routes/mcp/tools/prune-text.ts';
import { metricsRoutes } from '../routes/metrics/metrics-routes.ts';
import { createWorkerMetrics, type WorkerMetrics } from '../routes/metrics/worker-metrics.ts';
import { type Engine, embeddedEngine } from '../routes/prune/engine.ts';
import { createPruneContexts, type OpenPruneContext } from '../routes/prune/prune-contexts.ts';
import { pruneRoute } from '../routes/prune/prune-route.ts';
import { createFairQueue, type FairQueue } from '../routes/prune/queue/fair-queue.ts';
import { inQueue } from '../routes/prune/queue/in-queue.ts';
import { byTimer, createTurns } from '../routes/prune/turns.ts';
import { keyRoutes } from '../routes/teams/key-routes.ts';
import { teamRoutes } from '../routes/teams/team-routes.ts';
import { usageRoutes } from '../routes/usage/usage-routes.ts';
import { DEFAULT_WORKER_LIMITS, type WorkerLimits } from '../settings/limits.ts';
import type { AppDeps } from './app-deps.ts';

/** Services shared by the routes. */
interface Services {
  readonly engine: Engine;
  readonly limits: WorkerLimits;
  /** Undefined if an upstream prunes. */
  readonly queue: FairQueue | undefined;
  readonly log: WorkerLog;
  /** Milliseconds of a monotonic clock, and since 1970. */
  readonly now: () => number;
  readonly clock: () => number;
  readonly access: Access;
  /** Undefined without a database. */
  readonly store: LedgerStore | undefined;
  /** Undefined if nothing is stored. */
  readonly artifacts: TeamArtifacts | undefined;
  /** Undefined without a database. */
  readonly contexts: SqlContexts | undefined;
  readonly loadTokenCounter: LoadTokenCounter;
  /** Schedules computation on parts of something large. */
  readonly turn: Pause;
  readonly ledgerCounters: () => LedgerCounters;
  readonly account: Account;
  readonly metrics: WorkerMetrics;
  readonly openPruneContext: OpenPruneContext;
  /** Undefined without a database. */
  readonly trail: AuditTrail | undefined;
  readonly watch: StorageWatch | undefined;
  /** Called if something failed unexpectedly. */
  readonly onFault: (error: unknown) => void;
  /** Called if the storage failed. */
  readonly onStorageFailure: (error: unknown) => void;
}

const NO_LEDGER: LedgerCounters = { written: 0, dropped: 0, waiting: 0, failures: 0 };
const CACHE_TTL_MS = 86_400_000;
const CACHE_BYTES = 64 * 1024 * 1024;

/** Fills in defaults and creates the shared services. */
function createServices(deps: AppDeps): Services {
  const { database, log = () => {}, now = () => performance.now(), clock = () => Date.now() } = deps;
  const { turn = createTurns(), cacheBytes = CACHE_BYTES, loadTokenCounter = loadO200k } = deps;
  const { engine = embeddedEngine(turn) } = deps;
  const limits = { ...DEFAULT_WORKER_LIMITS, ...deps.limits };
  const ledgerCounters = (): LedgerCounters => ledger?.counters() ?? NO_LEDGER;
  const stores = openStores(deps, limits, { now, clock, log });
  const { ledger, watch, onStorageFailure } = stores;
  const counters = createCounterSwitch({
    counters: deps.counters,
    now,
    onChange: (error) => log({ event: error === undefined ? 'counters_back' : 'counters_away' }),
  });
  const metrics = createWorkerMetrics({
    counters: counters.state,
    server: deps.server,
    skewMs: watch?.skewMs,
    ledger: ledgerCounters,
    upstream: () => engine.upstream?.(),
    startedAt: clock(),
  });
  const known = { now, clock, ledger, counters, workers: watch?.workers };
  const access = createAccess({ ...deps, ...known, onFailure: onStorageFailure });
  const openPruneContext = createPruneContexts({
    engine,
    loadTokenCounter,
    limits,
    now,
    turn,
    cacheTtlMs: cacheBytes === 0 ? 0 : CACHE_TTL_MS,
    sha256: deps.sha256,
    stored: database && createSqlAnswerCache(database, { ttlMs: CACHE_TTL_MS, maxBytes: cacheBytes }),
  });
  return {
    ...{ ...stores, engine, limits, log, now, clock, access },
    ...{ loadTokenCounter, turn, ledgerCounters, metrics, openPruneContext },
    queue: engine.upstream === undefined ? (deps.queue ?? createFairQueue({ loopTurn: byTimer })) : undefined,
    account: createAccount({ ledger, onEntry: metrics.countPrune, now, clock }),
    onFault: (error) => log({ event: 'fault', request_id: '', error: errorName(error) }),
  };
}

type Stores = Pick<Services, 'store' | 'artifacts' | 'contexts' | 'trail' | 'watch' | 'onStorageFailure'> &
  Pick<AppDeps, 'ledger'>;

const NO_STORES = { store: undefined, contexts: undefined, trail: undefined, watch: undefined };

function openStores(
  { database, words, ...own }: AppDeps,
  { contextBytes }: WorkerLimits,
  common: Pick<Services, 'now' | 'clock' | 'log'>,
): Stores {
  if (database === undefined) {
    const onStorageFailure = (error: unknown): void => common.log({ event: 'storage_failed', error: errorName(error) });
    const { artifacts, ledger } = own;
    return { ...NO_STORES, artifacts, ledger, onStorageFailure };
  }
  const watch = own.watch ?? createStorageWatch({ ...common, database, worker: crypto.randomUUID() });
  const artifacts = own.artifacts ?? createTeamArtifacts(database);
  const contexts = createSqlContexts(database, { maxBytes: contextBytes, words });
  const trail = own.trail ?? createSqlAudit(database);
  const tell = async (notice: OperatorNotice): Promise<void> => common.log(notice);
  const ledger = own.ledger ?? openLedger(database, { watch, trail, artifacts, tell, now: own.clock });
  const { onFailure: onStorageFailure } = watch;
  return { store: createSqlLedger(database), artifacts, contexts, trail, watch, ledger, onStorageFailure };
}

const LONGEST_REQUEST_ID = 128;

/**
 * Creates the worker for any runtime with Web APIs. Every error is JSON with `detail` and `request_id`. Order of a
 * request: trace → request id → log → authenticate → limits → validate → prune → record → answer.
 */
export function createApp(given: AppDeps = {}): Hono<WorkerContext> {
  const deps = given.database === undefined ? given : { ...given, database: withClock(given.database, given.clock) };
  const services = createServices(deps);
  const { engine, log, now, metrics, access, artifacts, watch, onStorageFailure } = services;
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

  const needsStorage = deps.adminKey !== undefined || deps.provider !== undefined || deps.keyless === 'refuse';
  const { database, isStopping = () => false } = deps;
  app.route('/', healthRoutes({ backend: engine.backend, watch, needsStorage, isStopping }));
  if (deps.provider !== undefined) app.route('/', protectedResource(deps.provider));
  mountPruning(app, services, deps);
  app.route('/', apiRoutes(packageJson.version));
  app.route('/metrics', metricsRoutes({ admit: access.admit, metrics, artifacts, onStorageFailure }));
  if (database !== undefined) mountStored(app, services, database, deps);

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
  { access, store, trail, clock, log, engine, ledgerCounters, artifacts, contexts, onStorageFailure }: Services,
  database: SqlDatabase,
  { adminKey, price }: AppDeps,
): void {
  const { admit, directory } = access;
  if (directory === undefined || store === undefined || trail === undefined) return;
  const management = createManagement({
    directory,
    async audit(entry) {
      log({ event: 'audit', ...entry });
      await trail.write(entry).catch(onStorageFailure);
    },
    erase: (team) => eraseTeam(database, team, [artifacts?.sweep, contexts?.sweep]),
  });
  app.route('/v1/teams', teamRoutes({ admit, directory, management }));
  app.route('/v1/keys', keyRoutes({ admit, directory, management, clock }));
  app.route('/v1/usage', usageRoutes({ admit, directory, store, clock }));
  app.route('/v1/audit', auditRoutes({ admit, directory, trail }));
  app.get('/', (c) => c.redirect(DASHBOARD));
  app.route(
    DASHBOARD,
    createDashboard({
      ...access,
      directory,
      management,
      endedSessions: createSqlEndedSessions(database),
      store,
      artifacts,
      clock,
      ledger: ledgerCounters,
      upstream: () => engine.upstream?.(),
      trail,
      price,
      sessionSecret: createSqlSessionSecret(database, adminKey),
      onStorageFailure,
      onRefusal: log,
    }),
  );
}
