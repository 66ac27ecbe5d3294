import { type ContextManager, context, propagation, trace } from '@opentelemetry/api';
import { ExportResultCode, getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { inTime } from '../../in-time.ts';
import { errorType } from '../error-type.ts';
import { openTelemetryTracing } from '../open-telemetry.ts';
import type { Tracing } from '../tracing.ts';

/** The settings that the SDK leaves to its users. */
interface SdkSettings {
  readonly sampler: Sampler;
  /** Milliseconds until finished spans are sent together. */
  readonly delayMs: number;
}

type Get = (name: string) => string | undefined;
type Warn = (message: string) => void;

const DELAY_MS = 5_000;
const MAX_DELAY_MS = 600_000;
const PARENT_BASED = 'parentbased_';
/** Samplers of traces that begin here. With the prefix `parentbased_`, a caller's decision takes precedence. */
const ROOTS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};
const SAMPLERS = Object.keys(ROOTS).flatMap((one) => [one, PARENT_BASED + one]);

/** Reads OpenTelemetry's variables. A warning names each value that cannot be used, unless it may hold a secret. */
export function readSdkSettings(get: Get, warn: Warn): SdkSettings {
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    const protocol = get(name);
    if (protocol !== undefined && protocol !== 'http/json')
      warn(`${complaint(name, protocol)}: sending http/json instead`);
  }
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
    const url = get(name);
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      warn(`cannot use ${name}: expected an http or https URL`);
  }
  const ratio = readNumber(get, warn, 'OTEL_TRACES_SAMPLER_ARG', 1, 1);
  return { sampler: readSampler(get, warn, ratio), delayMs: readNumber(get, warn, DELAY, MAX_DELAY_MS, DELAY_MS) };
}

const DELAY = 'OTEL_BSP_SCHEDULE_DELAY';

function readSampler(get: Get, warn: Warn, ratio: number): Sampler {
  const given = get('OTEL_TRACES_SAMPLER') ?? `${PARENT_BASED}always_on`;
  const isKnown = SAMPLERS.includes(given);
  if (!isKnown) warn(`${complaint('OTEL_TRACES_SAMPLER', given)}: expected one of ${SAMPLERS.join(', ')}`);
  const name = isKnown ? given : `${PARENT_BASED}always_on`;
  const root = ROOTS[name.replace(PARENT_BASED, '')]?.(ratio) ?? new AlwaysOnSampler();
  return name.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}

function readNumber(get: Get, warn: Warn, name: string, max: number, fallback: number): number {
  const given = get(name);
  const value = Number(given ?? fallback);
  if (value >= 0 && value <= max) return value;
  warn(`${complaint(name, given)}: expected a number from 0 to ${max}`);
  return fallback;
}

const complaint = (name: string, value: string | undefined): string => `cannot use ${name} ${JSON.stringify(value)}`;

/** Spans on their way to the collector. */
interface Delivery {
  /** Reports failures as successes, because the SDK prints each failure, including text from the collector. */
  readonly exporter: SpanExporter;
  /** Call if spans are lost. */
  lost(why: string): void;
}

/** Watches an exporter. `onLost` is called once, and again only after spans have arrived in between. */
export function watchDelivery(to: SpanExporter, onLost: (why: string) => void): Delivery {
  let isAway = false;
  const lost = (why: string): void => {
    if (!isAway) onLost(why);
    isAway = true;
  };
  return {
    exporter: {
      export(spans, done) {
        to.export(spans, ({ code, error }) => {
          if (code === ExportResultCode.FAILED) lost(errorType(error));
          else isAway = false;
          done({ code: ExportResultCode.SUCCESS });
        });
      },
      shutdown: () => to.shutdown(),
    },
    lost,
  };
}

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
