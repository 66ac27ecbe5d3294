import type { JsonObject } from '../../src/base/json/json-object.ts';
import { traceFieldsIn } from '../../src/base/tracing/trace-fields.ts';
import type { Tracing } from '../../src/base/tracing/tracing.ts';
import { HOOK_TOOL } from '../hosts/host-hooks.ts';
import type { Handle } from './handle.ts';

const METHOD = 'tools/call';
/** Matches possible names of tools. Any other name is text from the model. */
const TOOL = /^[\w./-]{1,128}$/;

/**
 * Makes each call of a tool a server span, which continues the trace that the client names in `_meta`. Attributes follow
 * OpenTelemetry's conventions for MCP.
 */
export function tracedCalls(handle: Handle, tracing: Tracing): Handle {
  return async (method, params, context) => {
    const { name, _meta } = Object(params) as { readonly name?: unknown; readonly _meta?: unknown };
    if (method !== METHOD || name === HOOK_TOOL) return await handle(method, params, context);
    const tool = typeof name === 'string' && TOOL.test(name) ? name : undefined;
    const attributes = { 'mcp.method.name': method, 'gen_ai.tool.name': tool };
    const parent = traceFieldsIn((field) => (Object(_meta) as JsonObject)[field]);
    const span = { name: `${METHOD} ${tool ?? ''}`.trimEnd(), kind: 'server', attributes, parent } as const;
    return await tracing.span(span, async ({ fail }) => {
      const result = await handle(method, params, context);
      if ((result as { readonly isError?: unknown }).isError === true) fail('tool_error');
      return result;
    });
  };
}
