import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { type StartedTracing, startSdk } from '../../../src/base/tracing/sdk/start-sdk.ts';

/**
 * Max time to send the last spans, in milliseconds. It is less than the two seconds that MCP clients wait after closing
 * stdin before they send SIGTERM.
 */
const CLOSE_MS = 1_000;

/** Starts to trace this process. Loaded only if it is asked for. */
export function startTracing(version: string, log: EventLog): StartedTracing {
  return startSdk({
    service: { name: 'mcp-pruner', version },
    contextManager: new AsyncLocalStorageContextManager(),
    exporter: new OTLPTraceExporter(),
    closeMs: CLOSE_MS,
    warn: (message) => log('warn', 'tracing.warning', { message }),
  });
}
