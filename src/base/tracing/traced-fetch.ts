import { TRACE_FIELDS } from './trace-fields.ts';
import type { Tracing } from './tracing.ts';

/**
 * Wraps a `fetch` so that each request is a client span, which the server continues. Attributes follow OpenTelemetry's
 * conventions for HTTP, without path, query, credentials and headers, which may hold keys. The span ends with the
 * answer's headers.
 */
export function tracedFetch(tracing: Tracing, send: typeof fetch = fetch): typeof fetch {
  return async (target, init) => {
    const { protocol, hostname, port } = new URL(target instanceof Request ? target.url : target);
    const method = init?.method ?? (target instanceof Request ? target.method : 'GET');
    const attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    };
    return await tracing.span({ name: method, kind: 'client', attributes }, async (span) => {
      const headers = new Headers(init?.headers ?? (target instanceof Request ? target.headers : undefined));
      const fields = tracing.fields();
      // Removes the caller's own fields, which would name another parent.
      for (const name of TRACE_FIELDS) headers.delete(name);
      for (const name of TRACE_FIELDS) if (fields?.[name] !== undefined) headers.set(name, fields[name]);
      const answer = await send(target, { ...init, headers });
      span.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span.fail(String(answer.status));
      return answer;
    });
  };
}
