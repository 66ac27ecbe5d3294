import type { PruneRequest, Pruner } from '../engine/pruner.ts';
import type { Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { pruneMeasured } from './prune-measured.ts';
import type { RequestFailure } from './request-failure.ts';

/** Prunes for `shorten` as over HTTP: cached, shared with equal requests, and within limits by real counts. */
export interface MeasuredPruner extends Pruner {
  /** The last text's measurement, or why there is none; undefined before the first text. */
  readonly last: Measured | RequestFailure | undefined;
}

/** Creates the pruner of one request. `limits` apply to each text. */
export function measuredPruner(
  pruneContext: PruneContext,
  limits?: Pick<PruneRequest, 'targetRatio' | 'maxTokens'>,
): MeasuredPruner {
  let last: Measured | RequestFailure | undefined;
  return {
    async prune(request) {
      last = await pruneMeasured({ ...request, ...limits }, pruneContext);
      if (!last.ok) return { ok: false, code: 'http_error', message: String(last.detail) };
      return { ok: true, text: last.text, engine: last.engine ?? 'embedded' };
    },
    get last() {
      return last;
    },
  };
}
