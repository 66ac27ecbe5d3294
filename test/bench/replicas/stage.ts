import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built } from '../../runtime/built.ts';
import { NODE, type Started, started } from '../../runtime/started.ts';
import { freePort } from '../../support/ports.ts';
import { psql } from '../../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { type RedisServer, startRedis } from '../../support/redis/server.ts';
import { S3_KEY, type S3Server, startS3 } from '../../support/s3/server.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { ENV } from '../worker/bench-key.ts';
import { cpuMs } from '../worker/process-use.ts';
import { type Nginx, startNginx } from './nginx.ts';

export interface StageOptions {
  readonly replicas: number;
  /** False if the workers count in PostgreSQL. */
  readonly redis: boolean;
  /** False if the bodies of artifacts are stored in PostgreSQL. */
  readonly s3: boolean;
  /** True to put a proxy between the workers and PostgreSQL. Default: false. */
  readonly proxied?: boolean;
  /** More environment variables of the workers. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Workers on one PostgreSQL, behind nginx. */
export interface Stage {
  /** Address of nginx. */
  readonly url: string;
  readonly replicas: readonly Replica[];
  readonly postgres: PostgresServer;
  readonly redis: RedisServer | undefined;
  /** Undefined if there is none. */
  readonly proxy: TcpProxy | undefined;
  /** Milliseconds until all workers listened. */
  readonly startedMs: number;
  /** Milliseconds of processor time of all workers and data servers, except for nginx and S3. */
  cpuMs(): number;
  /** Runs a statement and returns its rows as text, with `|` between the values. */
  sql(statement: string): readonly string[];
  close(): Promise<void>;
}

/** One worker, on the same port after each restart. */
export interface Replica {
  readonly url: string;
  /** Its log over all restarts. */
  log(): string;
  pid(): number;
  /** `command`: the worker's command. Default: that of the present sources. */
  start(command?: string): Promise<void>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

export async function openStage({ replicas: count, redis, s3, proxied, env = {} }: StageOptions): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-replicas-'));
  const postgres = await startPostgres('durable');
  const counters = redis ? await startRedis() : undefined;
  const bucket = s3 ? await startS3() : undefined;
  const database = postgres.url('postgres');
  const proxy = proxied ? await startTcpProxy(Number(new URL(database).port)) : undefined;
  const asked = proxy ? Object.assign(new URL(database), { port: String(proxy.port) }).href : database;
  const variables = {
    ...ENV,
    PRUNER_DATABASE_URL: asked,
    PRUNER_TRUSTED_PROXIES: '127.0.0.1',
    ...(counters && { PRUNER_REDIS_URL: counters.url }),
    ...(bucket && { PRUNER_ARTIFACTS_URL: bucket.url, PRUNER_ARTIFACTS_KEY: S3_KEY }),
    ...env,
  };
  const all: Replica[] = [];
  for (let i = 0; i < count; i++) all.push(createReplica(await freePort(), variables));
  const began = performance.now();
  await Promise.all(all.map((one) => one.start()));
  const startedMs = performance.now() - began;
  const nginx = await startNginx(
    folder,
    all.map(({ url }) => url),
  );
  return {
    url: nginx.url,
    replicas: all,
    postgres,
    redis: counters,
    proxy,
    startedMs,
    cpuMs: () =>
      all.reduce((sum, one) => sum + cpuMs(one.pid()), cpuMs(postgres.pid) + (counters ? cpuMs(counters.pid()) : 0)),
    sql: (statement) => psql(database, statement).trim().split('\n').filter(Boolean),
    async close() {
      proxy?.become('pass');
      await closeAll(all, [nginx, bucket, postgres], counters, folder);
      proxy?.close();
    },
  };
}

async function closeAll(
  replicas: readonly Replica[],
  servers: readonly (Nginx | S3Server | PostgresServer | undefined)[],
  redis: RedisServer | undefined,
  folder: string,
): Promise<void> {
  await Promise.all(replicas.map((one) => one.stop()));
  await Promise.all([...servers.map((one) => one?.stop()), redis?.kill()]);
  rmSync(folder, { recursive: true, force: true });
}

function createReplica(port: number, env: Record<string, string>): Replica {
  let running: Started | undefined;
  let earlier = '';
  const ended = async (by: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const one = running;
    if (one === undefined) return;
    running = undefined;
    const exited = new Promise((resolve) => one.child.once('exit', resolve));
    one.child.kill(by);
    await exited;
    earlier += one.log();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => earlier + (running?.log() ?? ''),
    pid: () => running?.child.pid ?? 0,
    async start(command = built('bin')) {
      running = await started(NODE, [command, 'serve', '--port', String(port)], env);
    },
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGTERM'),
  };
}
