import { type Context, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { errorType } from './error-type.ts';
import { traceFieldsIn } from './trace-fields.ts';
import type { Span, Tracing } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * Creates the port over OpenTelemetry's API. Spans go to the tracer provider that the program has registered; without
 * one, nothing is recorded. The registered context manager and propagator say which span is active, and how it is sent.
 */
export function openTelemetryTracing(): Tracing {
  const tracer = trace.getTracer('mcp-pruner');
  return {
    span: ({ name, kind, attributes = {}, parent }, work) => {
      const options = { kind: KINDS[kind], attributes };
      return tracer.startActiveSpan(name, options, contextFrom(parent), async (started) => {
        const span: Span = {
          rename: (to) => void started.updateName(to),
          set: (more) => void started.setAttributes(more),
          fail(type) {
            started.setStatus({ code: SpanStatusCode.ERROR });
            started.setAttribute('error.type', type);
          },
        };
        try {
          return await work(span);
        } catch (error) {
          span.fail(errorType(error));
          throw error;
        } finally {
          started.end();
        }
      });
    },
    fields() {
      const sent: Record<string, unknown> = {};
      propagation.inject(context.active(), sent);
      // The program's propagators may add more, such as baggage, which other services must not get.
      return traceFieldsIn((name) => sent[name]);
    },
  };
}

/** Returns the active context, or that of the caller if no span is active. */
function contextFrom(parent: object | undefined): Context {
  const active = context.active();
  return parent === undefined || trace.getSpan(active) !== undefined ? active : propagation.extract(active, parent);
}
