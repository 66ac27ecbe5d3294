import { propagation, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { openTelemetryTracing } from '../../../../src/base/tracing/open-telemetry.ts';
import { registered } from './registered.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: 'a=1' };

test('a span continues the trace of its caller, and names itself to the next service', async () => {
  const exporter = registered();
  const { span, fields } = openTelemetryTracing();
  const sent = await span(
    { name: 'asked', kind: 'server', attributes: { a: 1, b: undefined }, parent: PARENT },
    async () => {
      return await span({ name: 'asks', kind: 'client' }, async (one) => {
        one.rename('asks on');
        one.set({ c: true });
        return fields();
      });
    },
  );
  const [asks, asked] = exporter.getFinishedSpans();
  expect(asked).toMatchObject({ name: 'asked', kind: SpanKind.SERVER, attributes: { a: 1 } });
  expect(asked?.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: '00f067aa0ba902b7' });
  expect(asks).toMatchObject({ name: 'asks on', kind: SpanKind.CLIENT, attributes: { c: true } });
  expect(asks?.parentSpanContext?.spanId).toBe(asked?.spanContext().spanId);
  expect(sent).toEqual({ traceparent: `00-${TRACE}-${asks?.spanContext().spanId}-01`, tracestate: 'a=1' });
  expect(fields()).toBeUndefined();
});

test('a caller’s fields do not move a span out of the one that is active', async () => {
  const exporter = registered();
  const { span } = openTelemetryTracing();
  await span({ name: 'outer', kind: 'internal' }, () =>
    span({ name: 'inner', kind: 'client', parent: PARENT }, async () => {}),
  );
  const [inner, outer] = exporter.getFinishedSpans();
  expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
});

test('a rejection marks the span by its code or name, without its message, and passes on', async () => {
  const exporter = registered();
  const { span } = openTelemetryTracing();
  const secret = Object.assign(new Error('key sk-1234'), { code: 'EPIPE' });
  const errors = [secret, new TypeError('sk-1234', { cause: secret }), new RangeError('sk-1234'), 'sk-1234'];
  for (const error of [...errors, new DOMException('sk-1234', 'AbortError')])
    await expect(span({ name: 'fails', kind: 'internal' }, () => Promise.reject(error))).rejects.toBe(error);
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual([
    'EPIPE',
    'EPIPE',
    'RangeError',
    'Error',
    'AbortError',
  ]);
  for (const { status, events } of spans) expect([status, events]).toEqual([{ code: SpanStatusCode.ERROR }, []]);
  expect(JSON.stringify(spans.map(({ attributes, status }) => [attributes, status]))).not.toContain('sk-1234');
});

test('spans side by side keep apart', async () => {
  registered();
  const { span, fields } = openTelemetryTracing();
  const both = await Promise.all(
    ['a', 'b'].map((name) =>
      span({ name, kind: 'server' }, async () => {
        const before = fields();
        await new Promise((resolve) => setImmediate(resolve));
        return [before, fields()];
      }),
    ),
  );
  for (const [before, after] of both) expect(after).toEqual(before);
  expect(both[0]?.[0]).not.toEqual(both[1]?.[0]);
});

test('without a registered SDK the work is done, and nobody is told of a trace', async () => {
  const { span, fields } = openTelemetryTracing();
  expect(await span({ name: 'x', kind: 'server', parent: PARENT }, async () => fields())).toBeUndefined();
});

test('what else the program propagates is sent to nobody', async () => {
  registered();
  propagation.disable();
  propagation.setGlobalPropagator({
    inject: (_, carrier, { set }) => set(carrier, 'baggage', 'user=me'),
    extract: (context) => context,
    fields: () => ['baggage'],
  });
  const { span, fields } = openTelemetryTracing();
  expect(await span({ name: 'x', kind: 'server' }, async () => fields())).toBeUndefined();
});
