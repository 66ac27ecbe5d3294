import type { PruneFailure } from '../engine/pruner.ts';
import { type WireFailure, wireFailure } from './request-failure.ts';

/** Maps a pruner's failure to a request's: 504 for a timeout, 503 if the pruner was not asked, 502 for all others. */
export function prunerFailure({ code, message, unavailable, retryAfterSeconds }: PruneFailure): WireFailure {
  if (unavailable !== undefined) return { ...wireFailure('engine_unavailable', message), retryAfterSeconds };
  return wireFailure(code === 'timeout' ? 'engine_timeout' : 'engine_failed', message);
}
