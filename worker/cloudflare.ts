import type { ArtifactBodies } from '../src/artifacts/sql/artifact-bodies.ts';
import { createSqlArtifactBodies } from '../src/artifacts/sql/sql-artifact-bodies.ts';
import { createD1Database, type D1Binding } from '../src/storage/d1-driver.ts';
import type { SqlDatabase } from '../src/storage/sql-database.ts';
import { createBindingLimiter, type RateLimitBinding } from './access/binding-limiter.ts';
import { type Composed, compose } from './app/compose.ts';
import type { Bucket } from './artifacts/bucket.ts';
import { createBucketArtifactBodies } from './artifacts/bucket-artifact-bodies.ts';
import { withFormerBodies } from './artifacts/former-bodies.ts';
import { jsonLines } from './http/events/worker-event.ts';
import { createPolledQueue } from './routes/prune/queue/polled-queue.ts';
import type { WorkerEnv } from './settings/variables.ts';

/** Variables, secrets and bindings of `wrangler.toml`. */
export interface CloudflareEnv extends WorkerEnv {
  /** D1: teams, keys, ledger, cached answers, the index of artifacts. */
  readonly DB?: D1Binding;
  /** R2: the bodies of artifacts. Default: D1. */
  readonly ARTIFACTS?: Bucket;
  /** Max requests per minute for each key. */
  readonly RATE_LIMIT?: RateLimitBinding;
}

interface ExecutionContext {
  waitUntil(promise: Promise<unknown>): void;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let app: Composed['app'] | undefined;

// The environment arrives with the first request and never changes for an isolate. Workers Logs expect one line per
// event.
const appFor = (env: CloudflareEnv): Composed['app'] => {
  if (app !== undefined) return app;
  const database = env.DB === undefined ? undefined : createD1Database(env.DB);
  app = compose({
    env,
    database,
    artifactBodies: bodiesOf(env.ARTIFACTS, database),
    keyless: 'refuse',
    limiter: env.RATE_LIMIT === undefined ? undefined : createBindingLimiter(env.RATE_LIMIT, () => Date.now()),
    queue: createPolledQueue({ now: () => Date.now(), pause: sleep }),
    log: jsonLines((line) => console.log(line.trimEnd())),
  }).app;
  return app;
};

/** A bucket may be bound later than the database; bodies that the database already holds stay readable. */
function bodiesOf(bucket: Bucket | undefined, database: SqlDatabase | undefined): ArtifactBodies | undefined {
  if (bucket === undefined || database === undefined) return undefined;
  return withFormerBodies(createBucketArtifactBodies(bucket), createSqlArtifactBodies(database));
}

/** The Cloudflare entry. */
const worker: { fetch(request: Request, env: CloudflareEnv, context: ExecutionContext): Response | Promise<Response> } =
  {
    fetch: (request, env, context) =>
      appFor(env).fetch(request, {
        keepAlive: (work) => context.waitUntil(work),
        address: () => request.headers.get('cf-connecting-ip') ?? undefined,
      }),
  };

export default worker;
