import type { Pruner } from '../src/pruning/pruner.ts';
import type { LoadTokenCounter } from '../src/tokens/count-tokens.ts';
import type { WorkerLog } from './events/worker-event.ts';
import type { WorkerLimits } from './limits.ts';

/** What the worker is made of. Everything has a default, so that `createApp()` serves. */
export interface AppDeps {
  /** Default: the embedded engine. */
  readonly pruner?: Pruner | undefined;
  /** Default: o200k. Loaded with the first prune. */
  readonly loadTokenCounter?: LoadTokenCounter | undefined;
  readonly limits?: Partial<WorkerLimits> | undefined;
  /** Default: nowhere. */
  readonly log?: WorkerLog | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Makes the id of a request that brings no sane one of its own. Default: a random UUID. */
  readonly newId?: (() => string) | undefined;
  /** The name that `/health` gives the engine. Default `embedded`. */
  readonly backend?: string | undefined;
}
