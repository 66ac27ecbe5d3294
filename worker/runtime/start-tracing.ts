import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type StartedTracing, startSdk } from '../../src/base/tracing/sdk/start-sdk.ts';

const CLOSE_MS = 2_000;

/** Starts to trace this process. Loaded only if tracing is requested. */
export function startWorkerTracing(version: string, warn: (message: string) => void): StartedTracing {
  return startSdk({
    service: { name: 'mcp-pruner-worker', version },
    contextManager: new AsyncLocalStorageContextManager(),
    exporter: new OTLPTraceExporter(),
    closeMs: CLOSE_MS,
    warn,
  });
}
