import type { LoadTokenCounter } from '../../src/base/tokens/count-tokens.ts';
import { loadO200k } from '../../src/base/tokens/o200k.ts';
import { createSqlContexts, type SqlContexts } from '../../src/context/sql/sql-context-store.ts';
import { createSqlAnswerCache } from '../../src/prune-api/cache/sql-answer-cache.ts';
import { createCounterSwitch } from '../../src/teams/counters/shared-counters.ts';
import { createLedger, type LedgerCounters } from '../../src/teams/usage/ledger.ts';
import type { LedgerStore } from '../../src/teams/usage/ledger-store.ts';
import { createSqlLedger } from '../../src/teams/usage/sql-ledger.ts';
import type { Pause } from '../../src/text/cooperative-task.ts';
import { type Access, createAccess } from '../access/access.ts';
import { createTeamArtifacts, type TeamArtifacts } from '../artifacts/team-artifacts.ts';
import { errorName, type WorkerLog } from '../http/events/worker-event.ts';
import { type Account, createAccount } from '../ledger/account.ts';
import { expiringWith } from '../ledger/expiring-with.ts';
import { createWorkerMetrics, type WorkerMetrics } from '../routes/metrics/worker-metrics.ts';
import { type Engine, embeddedEngine } from '../routes/prune/engine.ts';
import { createPruneContexts, type OpenPruneContext } from '../routes/prune/prune-contexts.ts';
import { createFairQueue, type FairQueue } from '../routes/prune/queue/fair-queue.ts';
import { byTimer, createTurns } from '../routes/prune/turns.ts';
import { DEFAULT_WORKER_LIMITS, type WorkerLimits } from '../settings/limits.ts';
import type { AppDeps } from './app-deps.ts';

/** Services shared by the routes. */
export interface Services {
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
  /** Called if something failed unexpectedly. */
  readonly onFault: (error: unknown) => void;
  /** Called if the storage failed. */
  readonly onStorageFailure: (error: unknown) => void;
}

const NO_LEDGER: LedgerCounters = { written: 0, dropped: 0, waiting: 0, failures: 0 };
const CACHE_TTL_MS = 86_400_000;
const CACHE_BYTES = 64 * 1024 * 1024;

/** Fills in defaults and creates the shared services. */
export function createServices(deps: AppDeps): Services {
  const { database, log = () => {}, now = () => performance.now(), clock = () => Date.now() } = deps;
  const { turn = createTurns(), cacheBytes = CACHE_BYTES, loadTokenCounter = loadO200k } = deps;
  const { engine = embeddedEngine(turn) } = deps;
  const limits = { ...DEFAULT_WORKER_LIMITS, ...deps.limits };
  const ledgerCounters = (): LedgerCounters => ledger?.counters() ?? NO_LEDGER;
  const onStorageFailure = (error: unknown): void => log({ event: 'storage_failed', error: errorName(error) });
  const { store, artifacts, contexts, ledger } = openStores(deps, limits, onStorageFailure);
  const counters = createCounterSwitch({
    counters: deps.counters,
    now,
    onChange: (error) => log({ event: error === undefined ? 'counters_back' : 'counters_away' }),
  });
  const metrics = createWorkerMetrics({
    counters: counters.state,
    ledger: ledgerCounters,
    upstream: () => engine.upstream?.(),
    startedAt: clock(),
  });
  const access = createAccess({
    ...deps,
    now,
    clock,
    ledger,
    onFailure: onStorageFailure,
    counters,
  });
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
    ...{
      engine,
      limits,
      log,
      now,
      clock,
      access,
      store,
      artifacts,
      contexts,
      loadTokenCounter,
      turn,
      ledgerCounters,
      metrics,
      openPruneContext,
      onStorageFailure,
    },
    queue: engine.upstream === undefined ? (deps.queue ?? createFairQueue({ loopTurn: byTimer })) : undefined,
    account: createAccount({ ledger, onEntry: metrics.countPrune, now, clock }),
    onFault: (error) => log({ event: 'fault', request_id: '', error: errorName(error) }),
  };
}

type Stores = Pick<Services, 'store' | 'artifacts' | 'contexts'> & Pick<AppDeps, 'ledger'>;

function openStores(
  { database, words, ...own }: AppDeps,
  { contextBytes }: WorkerLimits,
  onFailure: (error: unknown) => void,
): Stores {
  if (database === undefined)
    return { store: undefined, artifacts: own.artifacts, contexts: undefined, ledger: own.ledger };
  const store = createSqlLedger(database);
  const artifacts = own.artifacts ?? createTeamArtifacts(database);
  const contexts = createSqlContexts(database, { maxBytes: contextBytes, words });
  const sweeping = expiringWith(store, artifacts.sweep, contexts.sweep);
  const ledger = own.ledger ?? createLedger({ store: sweeping, now: own.clock, onFailure });
  return { store, artifacts, contexts, ledger };
}
