import { type ContextManager, context, propagation, trace } from '@opentelemetry/api';
import { getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { inTime } from '../../in-time.ts';
import { openTelemetryTracing } from '../open-telemetry.ts';
import type { Tracing } from '../tracing.ts';
import { watchDelivery } from './delivery.ts';
import { readSdkSettings } from './read-settings.ts';

export interface SdkOptions {
  /** This program. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
  readonly service: { readonly name: string; readonly version: string };
  /** Knows which span is active, in the way of the runtime. */
  readonly contextManager: ContextManager;
  /** Reads where and how to send from the environment. */
  readonly exporter: SpanExporter;
  /** Max milliseconds that `close` waits for the collector. */
  readonly closeMs: number;
  /** Reports settings that cannot be used, and lost spans, to the operator. */
  readonly warn: (message: string) => void;
}

/** Tracing that sends its spans. */
export interface StartedTracing extends Tracing {
  /** Sends the last spans. Resolves within `closeMs`, and never rejects. */
  close(): Promise<void>;
}

/**
 * Starts OpenTelemetry's SDK, once in a program. Spans are sent in batches that no caller waits for; the requests that send
 * them are not traced.
 */
export function startSdk({ service, contextManager, exporter, closeMs, warn }: SdkOptions): StartedTracing {
  const { sampler, delayMs } = readSdkSettings(getStringFromEnv, warn);
  const delivery = watchDelivery(exporter, (why) =>
    warn(`cannot send spans to the collector (OTEL_EXPORTER_OTLP_ENDPOINT): ${why}`),
  );
  const processor = new BatchSpanProcessor({ exporter: delivery.exporter, scheduledDelayMillis: delayMs });
  const own = resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version });
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(contextManager.enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    ...openTelemetryTracing(),
    close: () =>
      inTime(
        provider.shutdown().catch(() => {}),
        closeMs,
        () => delivery.lost(`no answer within ${closeMs} ms at shutdown`),
      ),
  };
}
