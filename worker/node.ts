import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import packageJson from '../package.json' with { type: 'json' };
import type { ArtifactBodies } from '../src/artifacts/sql/artifact-bodies.ts';
import { createSqlArtifactBodies } from '../src/artifacts/sql/sql-artifact-bodies.ts';
import { loadO200k } from '../src/base/tokens/o200k.ts';
import { errorType } from '../src/base/tracing/error-type.ts';
import type { SqlDatabase } from '../src/storage/sql-database.ts';
import type { Reach } from '../src/storage/with-breaker.ts';
import type { SharedCounters } from '../src/teams/counters/shared-counters.ts';
import { noticesBeforeListening } from './access/before-listening.ts';
import { type Composed, compose } from './app/compose.ts';
import { createStartingApp } from './app/starting-app.ts';
import type { WorkerTracing } from './app/trace-worker.ts';
import { createBucketArtifactBodies } from './artifacts/bucket-artifact-bodies.ts';
import { withFormerBodies } from './artifacts/former-bodies.ts';
import { endIdleInOrder } from './http/end-idle.ts';
import type { WorkerLog } from './http/events/worker-event.ts';
import { createFairQueue } from './routes/prune/queue/fair-queue.ts';
import { byImmediate, byTimer, createTurns } from './routes/prune/turns.ts';
import { createClientAddress } from './runtime/client-address.ts';
import type { copyWorker } from './runtime/move/move-worker.ts';
import { openStorage } from './runtime/open-storage.ts';
import { syncSha256 } from './runtime/sha256.ts';
import { bucketSettings, databaseSettings, readSettings, redisUrl, sendsTraces } from './settings/settings.ts';
import type { WorkerEnv } from './settings/variables.ts';

/**
 * How long records are collected on a host whose database is a file, in milliseconds. A kill loses at most this much
 * plus the write. Twenty small transactions per second take less than 1 % of a core.
 */
const FLUSH_MS = 50;
/** How long `close` waits for in-flight answers before it cuts their connections, in milliseconds. */
const DRAIN_MS = 10_000;
/** How often a database server is checked: its clock, and the number of workers. In milliseconds. */
const WATCH_MS = 5_000;
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
  /** True to start with a file that was found damaged. Default false. */
  readonly acceptsDamage?: boolean | undefined;
  /** Variables of `variables.ts`. */
  readonly env: WorkerEnv;
  readonly log?: WorkerLog | undefined;
  /** Ends a start that still waits for the database. Default: nothing does. */
  readonly stop?: AbortSignal | undefined;
  /** Default `node`. */
  readonly runtime?: 'node' | 'deno' | undefined;
  /** Default 60, 75 and 30 seconds. */
  readonly times?: ConnectionTimes | undefined;
}

/** Each runtime needs its own way to let network events in. */
const LOOP_TURNS = { node: byImmediate, deno: byTimer };

/** A running worker. */
export type NodeWorker = Readonly<Awaited<ReturnType<typeof startNodeWorker>>>;

/**
 * Starts the worker, and resolves once it can take requests. While its database server is not there yet, it listens and
 * says that it is not ready, for up to a minute. Rejects if the database or folder is unusable, the port is taken or the
 * environment is invalid.
 */
export async function startNodeWorker(options: NodeWorkerOptions) {
  const { host = LOOPBACK, port, dataDir, env, log = () => {}, runtime = 'node', times = TIMES } = options;
  const { stop = new AbortController().signal, acceptsDamage = false } = options;
  const loopTurn = LOOP_TURNS[runtime];
  const { engine } = readSettings(env);
  let composed: Composed | undefined;
  const onReach = (reach: Reach): void => {
    log({ event: `database_${reach}` });
    // Others count a team's month without these records.
    if (reach === 'up') void composed?.ledger?.flush();
  };
  const { database, postgres, server, onDamage, prepare } = await openStorage({
    server: databaseSettings(env),
    ...{ dataDir, loopTurn, acceptsDamage, onReach },
  });
  const front = createFront(times, { host, port, onListening: (url) => log({ event: 'listening', url, runtime }) });
  try {
    let waitsFor = '';
    front.answer = createStartingApp(engine, () => waitsFor).fetch;
    await prepare(async (cause) => {
      if (cause !== waitsFor) log({ event: 'notice', message: `waiting for the database: ${cause}` });
      waitsFor = cause;
      await front.listen();
    }, stop);
    for (const notice of await noticesBeforeListening(host, env, database)) log(notice);
    composed = compose({
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
      ...{ server, onDamage },
      tracing: await tracingOf(env, log),
      log,
    });
    return await serve(front, composed, { log, isServer: postgres !== undefined });
  } catch (error) {
    void front.drain();
    database?.close();
    throw error;
  }
}

/** Answers requests by the app. `isServer`: the database is on a server, which is watched. */
async function serve(
  front: ReturnType<typeof createFront>,
  { app, trustedProxies, watch, stopping, close: end }: Composed,
  { log, isServer }: { readonly log: WorkerLog; readonly isServer: boolean },
) {
  const addressOf = createClientAddress(trustedProxies);
  front.answer = (request, { incoming }) => app.fetch(request, { address: () => addressOf(incoming) });
  const url = await front.listen();
  if (isServer) void watch?.check();
  const watching = isServer ? setInterval(() => void watch?.check(), WATCH_MS).unref() : undefined;
  // Loads the tokenizer early, so that the first request does not wait for it. If that fails, the first request
  // reports it.
  loadO200k().catch(() => {});

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearInterval(watching);
    stopping();
    await front.drain();
    await end();
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
}

/** See `move-worker.ts`, which is loaded lazily. */
export const moveWorker: typeof copyWorker = async (...of) =>
  (await import('./runtime/move/move-worker.ts')).copyWorker(...of);

/** Brings the tables of a PostgreSQL database up to date. Rejects if it cannot be used. */
export const updateWorker = async (url: string): Promise<void> =>
  (await (await import('./runtime/open-postgres.ts')).openPostgres({ url, connections: 1 })).close();

/** Opens the bucket in which backups are kept: that of the artifacts. Undefined if none is set. */
export async function backupBucket(env: WorkerEnv) {
  const settings = bucketSettings(env);
  if (settings === undefined) return undefined;
  const [{ createS3Bucket }, { fetchFile, storeFile }] = await Promise.all([
    import('./artifacts/s3-bucket.ts'),
    import('./artifacts/bucket-files.ts'),
  ]);
  const bucket = createS3Bucket(settings);
  return {
    has: async (key: string): Promise<boolean> => (await bucket.get(key, { range: { offset: 0, length: 1 } })) !== null,
    store: (key: string, file: string): Promise<void> => storeFile(bucket, key, file),
    fetch: (key: string, file: string): Promise<boolean> => fetchFile(bucket, key, file),
  };
}

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

/** Answers a request that arrived as `incoming`. */
type Answer = (request: Request, env: { readonly incoming: IncomingMessage }) => Response | Promise<Response>;

interface FrontOptions {
  readonly host: string;
  readonly port: number;
  readonly onListening: (url: string) => void;
}

/** Creates the HTTP server, which does not listen yet. What answers its requests may change at any time. */
function createFront(times: ConnectionTimes, { host, port, onListening }: FrontOptions) {
  let url: string | undefined;
  const front = {
    answer: (() => new Response(null, { status: 503 })) as Answer,
    /** Listens, unless it does. Returns the URL. */
    async listen(): Promise<string> {
      if (url !== undefined) return url;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve());
      });
      url = urlOf(server.address() as AddressInfo);
      onListening(url);
      return url;
    },
    drain: () => drain(server),
  };
  const server = toServer((...of) => front.answer(...of), times);
  return front;
}

function toServer(answer: Answer, { keptMs, arrivalMs, lookMs }: ConnectionTimes): Server {
  const server = createServer(
    {
      keepAliveTimeout: keptMs,
      requestTimeout: arrivalMs,
      headersTimeout: arrivalMs,
      connectionsCheckingInterval: lookMs,
    },
    getRequestListener((request, env) => answer(request, env as { readonly incoming: IncomingMessage })),
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
