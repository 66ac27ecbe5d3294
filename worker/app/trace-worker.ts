import type { MiddlewareHandler } from 'hono';
import type { StartedTracing } from '../../src/base/tracing/sdk/start-sdk.ts';
import { tracedFetch } from '../../src/base/tracing/traced-fetch.ts';
import { traceRequests } from '../http/trace-requests.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import type { EngineTracing } from '../routes/prune/engine.ts';
import { tracedPruner } from '../routes/prune/traced-pruner.ts';

/** Everything that traces the worker. Passed in, so that the bundle for Cloudflare contains none of it. */
export interface WorkerTracing extends EngineTracing {
  readonly requests: MiddlewareHandler<WorkerContext>;
  /** Sends the last spans. */
  close(): Promise<void>;
}

/** Creates the parts that trace the worker. */
export function traceWorker(tracing: StartedTracing): WorkerTracing {
  return {
    requests: traceRequests(tracing),
    fetch: tracedFetch(tracing),
    pruner: (pruner) => tracedPruner(pruner, tracing),
    close: tracing.close,
  };
}
