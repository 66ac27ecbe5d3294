import type { MiddlewareHandler } from 'hono';
import type { LoadTokenCounter } from '../../src/base/tokens/count-tokens.ts';
import type { ContextWords } from '../../src/context/sql/words/context-words.ts';
import type { Sha256 } from '../../src/prune-api/cache/sha256.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import type { ServerState } from '../../src/storage/with-breaker.ts';
import type { SharedCounters } from '../../src/teams/counters/shared-counters.ts';
import type { AuditTrail } from '../../src/teams/keys/audit.ts';
import type { Ledger } from '../../src/teams/usage/ledger.ts';
import type { Pause } from '../../src/text/cooperative-task.ts';
import type { Keyless } from '../access/gate.ts';
import type { Limiter } from '../access/limiter.ts';
import type { TeamArtifacts } from '../artifacts/team-artifacts.ts';
import type { WorkerLog } from '../http/events/worker-event.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import type { StorageWatch } from '../ledger/storage-watch.ts';
import type { Engine } from '../routes/prune/engine.ts';
import type { FairQueue } from '../routes/prune/queue/fair-queue.ts';
import type { WorkerLimits } from '../settings/limits.ts';
import type { ProviderSettings, WorkerSettings } from '../settings/settings.ts';

/** Dependencies of the worker. All have defaults, so `createApp()` works as it is. */
export interface AppDeps {
  /** Default: the embedded engine. */
  readonly engine?: Engine | undefined;
  /** Schedules computation on parts of a large text, also for `engine`. Default: by timers. */
  readonly turn?: Pause | undefined;
  /** Shares the processor among teams. Default: round-robin, by timers. Not used with an upstream. */
  readonly queue?: FairQueue | undefined;
  /** Default: o200k. Loaded on the first prune. */
  readonly loadTokenCounter?: LoadTokenCounter | undefined;
  readonly limits?: Partial<WorkerLimits> | undefined;
  /** Stores teams, keys, ledger, cached answers and artifacts; the host migrates it. Default: none of them. */
  readonly database?: SqlDatabase | undefined;
  /** Counters shared with other workers. Default: none, each counts for itself. */
  readonly counters?: SharedCounters | undefined;
  /** Full text search of `database`. Default: SQLite's. */
  readonly words?: ContextWords | undefined;
  /**
   * Writes to `database`, and expires together with `artifacts`. Default: a ledger of its own. A host that shuts down
   * passes one that it can flush.
   */
  readonly ledger?: Ledger | undefined;
  /** Watches `database`. Default: one of its own. */
  readonly watch?: StorageWatch | undefined;
  /** State of the database's server. Default: it is no server. */
  readonly server?: ServerState | undefined;
  /** The audit trail in `database`. Default: entries are kept for two years. */
  readonly trail?: AuditTrail | undefined;
  /** True to redact secrets in known formats from the context that teams store. Default false. */
  readonly redact?: boolean | undefined;
  /** Stores the teams' artifacts. Default: in `database`; without one, nothing is stored. */
  readonly artifacts?: TeamArtifacts | undefined;
  /** The administrator's secret. */
  readonly adminKey?: string | undefined;
  /** The identity provider by which people sign in. Needs a database. Default: they sign in with keys alone. */
  readonly provider?: ProviderSettings | undefined;
  /** Price of a million tokens, to show savings as money. Default: they are not. */
  readonly price?: WorkerSettings['price'];
  /** Behavior while there is neither that secret nor a key. Default: answer to localhost. */
  readonly keyless?: Keyless | undefined;
  /** Host names that `/mcp` accepts, without a port. Default: any. */
  readonly hosts?: readonly string[] | undefined;
  /** Origins of pages that may call `/mcp`, besides its own. Default: none. */
  readonly origins?: readonly string[] | undefined;
  /** Default: a token bucket per key with `ratePerMinute`. */
  readonly limiter?: Limiter | undefined;
  /** Max requests per minute for a key without its own rate; 0: no limit. Default 1,200. */
  readonly ratePerMinute?: number | undefined;
  /** Max bytes of all cached answers; 0: none is cached. Default 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Makes the cache keys. Default: Web Crypto. */
  readonly sha256?: Sha256 | undefined;
  /** True once the host is shutting down, which `/ready` reports. Default: never. */
  readonly isStopping?: (() => boolean) | undefined;
  /** Runs around every request, to trace it. Default: none. */
  readonly tracing?: MiddlewareHandler<WorkerContext> | undefined;
  /** Default: no log. */
  readonly log?: WorkerLog | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  /** Creates an id for a request without a valid one of its own. Default: a random UUID. */
  readonly newId?: (() => string) | undefined;
}
