import type { Ledger } from '../src/ledger/ledger.ts';
import type { Pause } from '../src/pruning/steps.ts';
import type { SqlDatabase } from '../src/storage/sql-database.ts';
import type { LoadTokenCounter } from '../src/tokens/count-tokens.ts';
import type { Sha256 } from '../src/wire/cache/sha256.ts';
import type { Keyless } from './access/gate.ts';
import type { Limiter } from './access/limiter.ts';
import type { TeamArtifacts } from './artifacts/team-artifacts.ts';
import type { Engine } from './engine.ts';
import type { WorkerLog } from './events/worker-event.ts';
import type { WorkerLimits } from './limits.ts';
import type { LargeTexts } from './prune/large-texts.ts';

/** What the worker is made of. Everything has a default, so that `createApp()` serves. */
export interface AppDeps {
  /** Default: the embedded engine. */
  readonly engine?: Engine | undefined;
  /** Hands out turns to compute on parts of a large text, also to `engine`. Default: by timers. */
  readonly turn?: Pause | undefined;
  /** Has large texts wait for one another. Default: first come, first served. */
  readonly largeTexts?: LargeTexts | undefined;
  /** Default: o200k. Loaded with the first prune. */
  readonly loadTokenCounter?: LoadTokenCounter | undefined;
  readonly limits?: Partial<WorkerLimits> | undefined;
  /** Holds teams, keys, ledger, remembered answers and artifacts; brought up to date by the host. Default: none of them. */
  readonly database?: SqlDatabase | undefined;
  /**
   * Writes to `database` and expires with `artifacts`. Default: one of its own; a host that ends hands in one that it can
   * flush.
   */
  readonly ledger?: Ledger | undefined;
  /** Whether secrets of known formats are taken out of the context that teams put aside. Default false. */
  readonly redact?: boolean | undefined;
  /** What teams keep. Default: in `database`, and nothing without one. */
  readonly artifacts?: TeamArtifacts | undefined;
  /** The administrator's secret. */
  readonly adminKey?: string | undefined;
  /** What to do while there is neither that secret nor a key. Default: answer to localhost. */
  readonly keyless?: Keyless | undefined;
  /** Host names that `/mcp` answers to, without a port. Default: any. */
  readonly hosts?: readonly string[] | undefined;
  /** Origins of pages that may call `/mcp`, beside its own. Default: none. */
  readonly origins?: readonly string[] | undefined;
  /** Default: a token bucket for each key with `ratePerMinute`. */
  readonly limiter?: Limiter | undefined;
  /** Requests a minute for a key without a rate of its own; 0: no bound. Default 1,200. */
  readonly ratePerMinute?: number | undefined;
  /** Milliseconds that an answer is remembered, 0: not at all; and bytes of all of them. Default a day, 64 MiB. */
  readonly cache?: { readonly ttlMs: number; readonly maxBytes: number } | undefined;
  /** Makes the keys of remembered answers. Default: Web Crypto. */
  readonly sha256?: Sha256 | undefined;
  /** True once the host takes its leave: `/ready` says so. Default: never. */
  readonly isStopping?: (() => boolean) | undefined;
  /** Default: nowhere. */
  readonly log?: WorkerLog | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  /** Makes the id of a request that brings no sane one of its own. Default: a random UUID. */
  readonly newId?: (() => string) | undefined;
}
