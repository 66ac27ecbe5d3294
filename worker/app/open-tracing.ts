import type { MiddlewareHandler } from 'hono';
import packageJson from '../../package.json' with { type: 'json' };
import { tracedFetch } from '../../src/base/tracing/traced-fetch.ts';
import type { Pruner } from '../../src/engine/pruner.ts';
import type { WorkerLog } from '../http/events/worker-event.ts';
import { traceRequests } from '../http/trace-requests.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import { tracedPruner } from '../routes/prune/traced-pruner.ts';
import { startTracing } from '../runtime/start-tracing.ts';

/** What traces the worker. It is handed in, so that the Worker on Cloudflare holds none of it. */
export interface WorkerTracing {
  /** Traces requests to the worker. */
  readonly requests: MiddlewareHandler<WorkerContext>;
  /** Traces requests to the upstream. */
  readonly fetch: typeof fetch;
  /** Traces the embedded engine. */
  readonly pruner: (pruner: Pruner) => Pruner;
  /** Sends the last spans. */
  close(): Promise<void>;
}

/** Starts tracing, on Node and Deno. */
export function openTracing(log: WorkerLog): WorkerTracing {
  const tracing = startTracing(packageJson.version, (message) => log({ event: 'tracing_warning', message }));
  return {
    requests: traceRequests(tracing),
    fetch: tracedFetch(tracing),
    pruner: (pruner) => tracedPruner(pruner, tracing),
    close: tracing.close,
  };
}
