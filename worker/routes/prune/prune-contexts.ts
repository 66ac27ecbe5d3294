import type { Context } from 'hono';
import type { LoadTokenCounter } from '../../../src/base/tokens/count-tokens.ts';
import { type TraceFields, traceFieldsIn } from '../../../src/base/tracing/trace-fields.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import type { AnswerCache } from '../../../src/prune-api/cache/answer-cache.ts';
import { createInFlightWork } from '../../../src/prune-api/cache/in-flight-work.ts';
import { createLayeredCache } from '../../../src/prune-api/cache/layered-cache.ts';
import { createMemoryCache } from '../../../src/prune-api/cache/memory-cache.ts';
import type { Sha256 } from '../../../src/prune-api/cache/sha256.ts';
import type { SqlAnswerCache } from '../../../src/prune-api/cache/sql-answer-cache.ts';
import type { PruneContext } from '../../../src/prune-api/prune-context.ts';
import type { RequestLimits } from '../../../src/prune-api/request-limits.ts';
import type { KeepAlive } from '../../../src/teams/usage/ledger.ts';
import type { Pause } from '../../../src/text/cooperative-task.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { keepAliveOf } from '../../ledger/keep-alive.ts';
import type { Engine } from './engine.ts';
import { TURNING_BYTES } from './turns.ts';

export interface PruneContextsOptions {
  readonly engine: Engine;
  readonly loadTokenCounter: LoadTokenCounter;
  readonly limits: RequestLimits;
  readonly now: () => number;
  readonly turn: Pause;
  /** Milliseconds that an answer is cached; 0: never. */
  readonly cacheTtlMs: number;
  readonly sha256: Sha256 | undefined;
  /** Undefined without a database; answers are then cached only in this process. */
  readonly stored: SqlAnswerCache | undefined;
}

/** The sender of a request, with what is needed to answer it. */
export interface Caller {
  readonly team: string;
  readonly requestId: string;
  /** Created lazily, because that is slow. */
  signal(): AbortSignal | undefined;
  /** Returns the trace that its headers name. Default: none. */
  trace?(): TraceFields | undefined;
  /** Bytes of the request's body. */
  readonly bytes: number;
  readonly keepAlive: KeepAlive;
}

/** Creates the dependencies for answering one request: its team's cache, its signal, its id. */
export type OpenPruneContext = (caller: Caller) => Promise<PruneContext>;

/** Returns the caller of an admitted request. */
export function callerOf(c: Context<WorkerContext>): Caller {
  return {
    team: c.get('principal').team,
    requestId: c.get('requestId'),
    signal: () => c.req.raw.signal,
    trace: () => traceFieldsIn((name) => c.req.header(name)),
    bytes: c.get('bytesIn') ?? 0,
    keepAlive: keepAliveOf(c),
  };
}

/** Max size of the in-memory answer cache, a few megabytes. Most hits need no database. */
const NEAR = { entries: 4_000, chars: 2_000_000 };

const noPause: Pause = async () => {};

/** Creates the factory of prune contexts; one serves the whole worker. */
export function createPruneContexts(options: PruneContextsOptions): OpenPruneContext {
  const { engine, loadTokenCounter, limits, now, turn, cacheTtlMs, stored } = options;
  const inFlight = createInFlightWork();
  const near = createMemoryCache({ ...NEAR, ttlMs: cacheTtlMs, now });

  const cacheFor = ({ team, keepAlive }: Caller): AnswerCache | undefined => {
    if (cacheTtlMs === 0) return undefined;
    if (stored === undefined) return near;
    const far = stored.of(team);
    const put = async (key: string, value: string): Promise<void> => {
      const written = Promise.resolve(far.put(key, value)).catch(() => {});
      keepAlive(written);
      return written;
    };
    return createLayeredCache(near, { get: (key) => far.get(key), put });
  };

  // Work that takes a single turn of the event loop cannot be cancelled.
  const canLeave = ({ bytes }: Caller): boolean => engine.prunesAtOnce !== true || bytes >= TURNING_BYTES;

  /** The embedded engine needs no trace, because it calls no other service. */
  const prunerFor = ({ trace }: Caller): Pruner => {
    const fields = engine.upstream && trace?.();
    if (fields === undefined) return engine.pruner;
    return { prune: (request, options) => engine.pruner.prune(request, { ...options, trace: fields }) };
  };

  return async (caller) => ({
    pruner: prunerFor(caller),
    countTokens: await loadTokenCounter(),
    limits,
    now,
    // A pause may cost a millisecond, about as long as pruning a small text takes.
    turn: caller.bytes < TURNING_BYTES ? noPause : turn,
    requestId: caller.requestId,
    signal: canLeave(caller) ? caller.signal() : undefined,
    cache: cacheFor(caller),
    sha256: options.sha256,
    inFlight,
    keepAlive: caller.keepAlive,
    scope: caller.team,
    engineVersion: engine.version,
    sessionVersion: engine.sessionVersion,
  });
}
