import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import packageJson from '../package.json' with { type: 'json' };
import type { ArtifactBodies } from '../src/artifacts/sql/artifact-bodies.ts';
import { createSqlArtifactBodies } from '../src/artifacts/sql/sql-artifact-bodies.ts';
import { loadO200k } from '../src/base/tokens/o200k.ts';
import { errorType } from '../src/base/tracing/error-type.ts';
import type { SqlDatabase } from '../src/storage/sql-database.ts';
import type { SharedCounters } from '../src/teams/counters/shared-counters.ts';
import { noticesBeforeListening } from './access/before-listening.ts';
import { type Composed, compose } from './app/compose.ts';
import type { WorkerTracing } from './app/trace-worker.ts';
import { createBucketArtifactBodies } from './artifacts/bucket-artifact-bodies.ts';
import { withFormerBodies } from './artifacts/former-bodies.ts';
import { endIdleInOrder } from './http/end-idle.ts';
import type { WorkerLog } from './http/events/worker-event.ts';
import { createFairQueue } from './routes/prune/queue/fair-queue.ts';
import { byImmediate, byTimer, createTurns } from './routes/prune/turns.ts';
import { createClientAddress } from './runtime/client-address.ts';
import type { copyWorker } from './runtime/move/move-worker.ts';
import { syncSha256 } from './runtime/sha256.ts';
import { openDataFile } from './runtime/sqlite-file.ts';
import { bucketSettings, databaseSettings, redisUrl, sendsTraces } from './settings/settings.ts';
import type { WorkerEnv } from './settings/variables.ts';

/**
 * How long records are collected on a host whose database is a file, in milliseconds. A kill loses at most this much
 * plus the write. Twenty small transactions per second take less than 1 % of a core.
 */
const FLUSH_MS = 50;
/** How long `close` waits for in-flight answers before it cuts their connections, in milliseconds. */
const DRAIN_MS = 10_000;
/** How often idle connections are closed during `close`, in milliseconds. */
const SWEEP_MS = 20;
/** Timeouts of connections, in milliseconds. */
export interface ConnectionTimes {
  /** Max time for a request to arrive. A body that never ends must not hold a socket forever. */
  readonly arrivalMs: number;
  /**
   * How long an idle connection is kept. Longer than proxies keep theirs (nginx 60 s), because closing it loses a
   * request that is already on its way.
   */
  readonly keptMs: number;
  /** How often the runtime checks for late requests. */
  readonly lookMs: number;
}

const TIMES: ConnectionTimes = { arrivalMs: 60_000, keptMs: 75_000, lookMs: 30_000 };
const LOOPBACK = '127.0.0.1';
/** Max bytes of a part in S3. Larger bodies are multipart uploads. */
const PART_BYTES = 8 * 1024 * 1024;

/** Options of a worker on Node or Deno. */
export interface NodeWorkerOptions {
  /** Default 127.0.0.1. Hosts beyond loopback require PRUNER_ADMIN_KEY or keys. */
  readonly host?: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  /** Data folder, created with mode 0700 if it is missing. Not used with PRUNER_DATABASE_URL. */
  readonly dataDir: string;
  /** Variables of `variables.ts`. */
  readonly env: WorkerEnv;
  readonly log?: WorkerLog | undefined;
  /** Default `node`. */
  readonly runtime?: 'node' | 'deno' | undefined;
  /** Default 60, 75 and 30 seconds. */
  readonly times?: ConnectionTimes | undefined;
}

/** Each runtime needs its own way to let network events in. */
const LOOP_TURNS = { node: byImmediate, deno: byTimer };

/** A running worker. */
export type NodeWorker = Readonly<Awaited<ReturnType<typeof startNodeWorker>>>;

/** Starts the worker. Rejects if the folder is unusable, the port is taken or the environment is invalid. */
export async function startNodeWorker(options: NodeWorkerOptions) {
  const { host = LOOPBACK, port, dataDir, env, log = () => {}, runtime = 'node', times = TIMES } = options;
  const loopTurn = LOOP_TURNS[runtime];
  const server = databaseSettings(env);
  // Loaded only with a database server.
  const postgres = server && (await import('./runtime/open-postgres.ts'));
  const database = server ? await postgres?.openPostgres(server) : await openDataFile(dataDir, loopTurn);
  try {
    for (const notice of await noticesBeforeListening(host, env, database)) log(notice);
    const composed = compose({
      env,
      database,
      keyless: 'local',
      flushMs: FLUSH_MS,
      turn: createTurns(loopTurn),
      queue: createFairQueue({ loopTurn }),
      words: postgres?.tsvectorWords,
      artifactBodies: await bodiesOf(env, database),
      counters: await countersOf(env, postgres && database),
      sha256: syncSha256,
      tracing: await tracingOf(env, log),
      log,
    });
    const server = toServer(composed, times);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => resolve());
    });
    const url = urlOf(server.address() as AddressInfo);
    log({ event: 'listening', url, runtime });
    // Loads the tokenizer early, so that the first request does not wait for it. If that fails, the first request
    // reports it.
    loadO200k().catch(() => {});

    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      composed.stopping();
      await drain(server);
      await composed.close();
      log({ event: 'closed' });
    };
    return {
      /** `http://127.0.0.1:<port>`, without a final slash. */
      url,
      /** Stops accepting requests and resolves when in-flight ones are answered; safe to call twice. */
      close: (): Promise<void> => {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    database?.close();
    throw error;
  }
}

/** See `move-worker.ts`, which is loaded lazily. */
export const moveWorker: typeof copyWorker = async (...of) =>
  (await import('./runtime/move/move-worker.ts')).copyWorker(...of);

/** Counters that workers on one database share. `postgres`: the database, if it is one. */
async function countersOf(env: WorkerEnv, postgres: SqlDatabase | undefined): Promise<SharedCounters | undefined> {
  const url = redisUrl(env);
  if (url !== undefined) return (await import('./runtime/redis-counters.ts')).createRedisCounters(url);
  return postgres && (await import('../src/teams/counters/postgres-counters.ts')).createPostgresCounters(postgres);
}

async function tracingOf(env: WorkerEnv, log: WorkerLog): Promise<WorkerTracing | undefined> {
  if (!sendsTraces(env)) return undefined;
  const warn = (message: string): void => log({ event: 'tracing_warning', message });
  try {
    const [{ traceWorker }, { startWorkerTracing }] = await Promise.all([
      import('./app/trace-worker.ts'),
      import('./runtime/start-tracing.ts'),
    ]);
    return traceWorker(startWorkerTracing(packageJson.version, warn));
  } catch (error) {
    // The worker starts without tracing.
    warn(`cannot start tracing: ${errorType(error)}`);
    return undefined;
  }
}

/** A bucket may be set later than the database; bodies that the database already holds stay readable. */
async function bodiesOf(env: WorkerEnv, database: SqlDatabase | undefined): Promise<ArtifactBodies | undefined> {
  const settings = bucketSettings(env);
  if (settings === undefined || database === undefined) return undefined;
  const { createS3Bucket } = await import('./artifacts/s3-bucket.ts');
  const bodies = createBucketArtifactBodies(createS3Bucket(settings), PART_BYTES);
  return withFormerBodies(bodies, createSqlArtifactBodies(database));
}

function toServer({ app, trustedProxies }: Composed, { keptMs, arrivalMs, lookMs }: ConnectionTimes): Server {
  const addressOf = createClientAddress(trustedProxies);
  const server = createServer(
    {
      keepAliveTimeout: keptMs,
      requestTimeout: arrivalMs,
      headersTimeout: arrivalMs,
      connectionsCheckingInterval: lookMs,
    },
    getRequestListener((request, env) => {
      const { incoming } = env as { readonly incoming: IncomingMessage };
      return app.fetch(request, { address: () => addressOf(incoming) });
    }),
  );
  endIdleInOrder(server);
  return server;
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function drain(server: Server): Promise<void> {
  const drained = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection would delay the end by five seconds after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await drained;
  clearInterval(sweep);
  clearTimeout(cut);
}
