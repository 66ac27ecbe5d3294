import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { traceFieldsIn } from '../../../src/base/tracing/trace-fields.ts';
import type { Tracing } from '../../../src/base/tracing/tracing.ts';
import { delegate } from '../upstream/connection/delegate.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';

/**
 * Wraps a connection so that each request is a client span, which the server can continue: `_meta` names it. Attributes
 * follow OpenTelemetry's conventions for MCP.
 */
export function tracedRequests(to: ServerConnection, tracing: Tracing): ServerConnection {
  return delegate(to, {
    async request(method, params, options) {
      const { traceparent, tracestate, ...meta } = (params?.['_meta'] ?? {}) as JsonObject;
      const tool = method === 'tools/call' ? String(params?.['name']) : undefined;
      const attributes = { 'mcp.method.name': method, 'gen_ai.tool.name': tool, 'mcp_pruner.server': to.name };
      const given: JsonObject = { traceparent, tracestate };
      const parent = traceFieldsIn((field) => given[field]);
      const name = tool === undefined ? method : `${method} ${tool}`;
      return await tracing.span({ name, kind: 'client', attributes, parent }, async ({ fail }) => {
        const result = await to.request(method, { ...params, _meta: { ...meta, ...tracing.fields() } }, options);
        if (result['isError'] === true) fail('tool_error');
        return result;
      });
    },
  });
}
