import type { ArtifactBodies } from '../../src/artifacts/sql/artifact-bodies.ts';
import type { ContextWords } from '../../src/context/sql/words/context-words.ts';
import type { Sha256 } from '../../src/prune-api/cache/sha256.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import type { ServerState } from '../../src/storage/with-breaker.ts';
import type { SharedCounters } from '../../src/teams/counters/shared-counters.ts';
import { createSqlAudit } from '../../src/teams/keys/sql-audit.ts';
import type { OperatorNotice } from '../../src/teams/usage/notices.ts';
import type { Pause } from '../../src/text/cooperative-task.ts';
import type { Keyless } from '../access/gate.ts';
import type { Limiter } from '../access/limiter.ts';
import { createTeamArtifacts } from '../artifacts/team-artifacts.ts';
import { errorName, type WorkerLog } from '../http/events/worker-event.ts';
import { createWebhook } from '../http/webhook.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { createStorageWatch } from '../ledger/storage-watch.ts';
import { chooseEngine } from '../routes/prune/engine.ts';
import type { FairQueue } from '../routes/prune/queue/fair-queue.ts';
import { createTurns } from '../routes/prune/turns.ts';
import { readSettings, type WorkerSettings } from '../settings/settings.ts';
import type { WorkerEnv } from '../settings/variables.ts';
import { createApp } from './app.ts';
import type { WorkerTracing } from './trace-worker.ts';

/** Parts that an entry provides beyond the environment. */
export interface ComposeOptions {
  readonly env: WorkerEnv;
  readonly database: SqlDatabase | undefined;
  /** Storage of artifact bodies. Default: in `database`. */
  readonly artifactBodies?: ArtifactBodies | undefined;
  readonly keyless: Keyless;
  readonly limiter?: Limiter | undefined;
  readonly turn?: Pause | undefined;
  /** How long usage records are collected before they are written, in milliseconds. Default: the ledger's. */
  readonly flushMs?: number | undefined;
  readonly queue?: FairQueue | undefined;
  /** Counters shared with other workers; closed with the app. */
  readonly counters?: SharedCounters | undefined;
  /** Full text search of the database. Default: SQLite's. */
  readonly words?: ContextWords | undefined;
  readonly sha256?: Sha256 | undefined;
  /** State of the database's server. Default: it is no server. */
  readonly server?: ServerState | undefined;
  /** Called once if the database is found damaged. Default: nothing. */
  readonly onDamage?: (() => void) | undefined;
  /** Closed with the app. Default: nothing is traced. */
  readonly tracing?: WorkerTracing | undefined;
  readonly log: WorkerLog;
}

/** The app, and how to shut it down. */
export type Composed = Readonly<ReturnType<typeof compose>>;

/** Returns the function that tells operators: by the log, and by the webhook if there is one. */
function createTell(webhook: WorkerSettings['webhook'], log: WorkerLog): (notice: OperatorNotice) => Promise<void> {
  const send = webhook && createWebhook(webhook);
  return async (notice) => {
    log(notice);
    await send?.(notice).catch((error: unknown) => {
      log({ event: 'webhook_failed', error: errorName(error) });
      throw error;
    });
  };
}

const CLOCKS = { now: () => performance.now(), clock: () => Date.now() };

function openStores(
  database: SqlDatabase,
  { redactArtifacts, auditMs, webhook }: WorkerSettings,
  { artifactBodies: bodies, flushMs, log, onDamage }: ComposeOptions,
) {
  const artifacts = createTeamArtifacts(database, { bodies, redact: redactArtifacts });
  const watch = createStorageWatch({ database, worker: crypto.randomUUID(), ...CLOCKS, log, onDamage });
  const trail = createSqlAudit(database, auditMs);
  const ledger = openLedger(database, { watch, trail, artifacts, tell: createTell(webhook, log), flushMs });
  return { artifacts, watch, trail, ledger };
}

/** Builds the app from an environment. Throws a RangeError that names the invalid variable. */
export function compose(options: ComposeOptions) {
  const { env, database, turn = createTurns(), log, tracing, ...given } = options;
  const settings = readSettings(env);
  const { artifacts, watch, trail, ledger } = (database && openStores(database, settings, options)) ?? {};
  let stopping = false;
  const app = createApp({
    ...given,
    engine: chooseEngine(settings, turn, tracing),
    turn,
    limits: { bodyBytes: settings.bodyBytes },
    cacheBytes: settings.cacheBytes,
    database,
    watch,
    trail,
    artifacts,
    redact: settings.redactArtifacts,
    ledger,
    adminKey: settings.adminKey,
    provider: settings.provider,
    price: settings.price,
    ratePerMinute: settings.ratePerMinute,
    hosts: settings.hosts,
    origins: settings.origins,
    isStopping: () => stopping,
    tracing: tracing?.requests,
    log,
  });
  return {
    app,
    /** Undefined without a database. */
    watch,
    ledger,
    /** Addresses and CIDR ranges of proxies, for a host that sees connections. */
    trustedProxies: settings.trustedProxies,
    /** Makes `/ready` report that this worker is shutting down. */
    stopping: (): void => {
      stopping = true;
    },
    /** Writes pending ledger records, logs how many are lost, and closes the database. Never rejects. */
    close: async (): Promise<void> => {
      await ledger?.flush();
      const { waiting = 0, dropped = 0 } = ledger?.counters() ?? {};
      if (waiting + dropped > 0) log({ event: 'ledger_unwritten', records: waiting + dropped });
      options.counters?.close();
      await tracing?.close();
      database?.close();
    },
  };
}
