import { expect, test } from 'vitest';
import { openTelemetryTracing } from '../../../../src/base/tracing/open-telemetry.ts';
import { tracedFetch } from '../../../../src/base/tracing/traced-fetch.ts';
import { registered } from './registered.ts';

const OTHER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

test('a request is a client span that the server continues, without query, credentials and headers', async () => {
  const exporter = registered();
  const seen: Headers[] = [];
  const send = tracedFetch(openTelemetryTracing(), async (_, init) => {
    seen.push(new Headers(init?.headers));
    return new Response('', { status: 503 });
  });
  const headers = { authorization: 'Bearer sk-1234', traceparent: OTHER, tracestate: 'theirs=1' };
  await send('https://me:sk-1234@example.com/k/mcpp_sk-1234/prune?token=sk-1234', { method: 'POST', headers });
  const [span] = exporter.getFinishedSpans();
  expect(span?.name).toBe('POST');
  expect(span?.attributes).toEqual({
    'http.request.method': 'POST',
    'server.address': 'example.com',
    'server.port': 443,
    'http.response.status_code': 503,
    'error.type': '503',
  });
  const { traceId, spanId } = span?.spanContext() ?? {};
  expect(Object.fromEntries(seen[0] ?? [])).toEqual({
    authorization: 'Bearer sk-1234',
    traceparent: `00-${traceId}-${spanId}-01`,
  });
});

test('a request that does not arrive is named by its cause', async () => {
  const exporter = registered();
  const failed = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
  const send = tracedFetch(openTelemetryTracing(), () => Promise.reject(failed));
  await expect(send(new Request('http://127.0.0.1:9/prune'))).rejects.toBe(failed);
  const { attributes } = exporter.getFinishedSpans()[0] ?? {};
  expect(attributes).toMatchObject({ 'http.request.method': 'GET', 'server.port': 9, 'error.type': 'ECONNREFUSED' });
});
