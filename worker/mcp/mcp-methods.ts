import * as z from 'zod/mini';
import { initialize } from '../../src/mcp/initialize.ts';
import { invalidParams } from '../../src/mcp/invalid-params.ts';
import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { validate } from '../../src/mcp/validate.ts';
import type { ToolAnswer, ToolCall, WorkerTool } from './tool.ts';

const INSTRUCTIONS =
  'prune_text takes a text and a context_focus_question and gives back the lines that answer it, verbatim and in order; a gap shows as "(filtered N lines: a-b)". Use it for texts of more than about 100 lines.';

/** One page holds all tools, so no cursor was ever given out and none is right. */
const listParams: z.ZodMiniType<object | undefined> = z.optional(z.looseObject({ cursor: z.optional(z.undefined()) }));
const callParams: z.ZodMiniType<{ name: string; arguments?: unknown }> = z.looseObject({
  name: z.string(),
  arguments: z.optional(z.unknown()),
});

/** RFC 5424's severities, as MCP names them. */
const levelParams: z.ZodMiniType = z.looseObject({
  level: z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']),
});

/** Answers one request of a client without a session: its result, or an `RpcError` thrown. */
export type McpMethods = (method: string, params: unknown, call: ToolCall) => Promise<object>;

/** The MCP methods; knows nothing of HTTP. Tools whose scope a key has not are not there for it. */
export function createMcpMethods(tools: readonly WorkerTool[], version: string): McpMethods {
  return async (method, params, call) => {
    const offered = tools.filter(({ scope }) => call.principal.scopes.has(scope));
    switch (method) {
      case 'initialize':
        return initialize(params, {
          serverInfo: { name: '@jeeves/mcp-pruner/worker', title: 'mcp-pruner worker', version },
          capabilities: { tools: { listChanged: false }, logging: {} },
          instructions: INSTRUCTIONS,
        }).result;
      case 'ping':
        return {};
      case 'logging/setLevel': {
        // There is no stream to send messages on, so that any level is kept by sending none.
        const checked = validate(levelParams, params);
        if (!checked.ok) throw invalidParams(method, undefined, checked.issues);
        return {};
      }
      case 'tools/list': {
        const checked = validate(listParams, params);
        if (!checked.ok) throw invalidParams(method, undefined, checked.issues);
        return { tools: offered.map(describe) };
      }
      case 'tools/call':
        return callTool(offered, params, call);
      default:
        throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
    }
  };
}

async function callTool(tools: readonly WorkerTool[], params: unknown, call: ToolCall): Promise<object> {
  const method = 'tools/call';
  const checked = validate(callParams, params);
  if (!checked.ok) throw invalidParams(method, undefined, checked.issues);
  const { name, arguments: given = {} } = checked.value;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw invalidParams(method, name, [{ path: 'name', code: 'invalid_value' }]);
  const valid = validate(tool.arguments, given, ['arguments']);
  if (!valid.ok) throw invalidParams(method, name, valid.issues);
  call.called(tool.name);
  const answer = await tool.execute(valid.value, call);
  if (!answer.ok) call.failed(answer.code);
  return toResult(answer);
}

function toResult(answer: ToolAnswer): object {
  if (answer.ok) return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured };
  const { code, message } = answer;
  return { content: [{ type: 'text', text: `[${code}: ${message}]` }], isError: true };
}

function describe({ name, title, description, annotations, arguments: args, result }: WorkerTool): object {
  return {
    name,
    title,
    description,
    inputSchema: toJsonSchema(args, 'input'),
    outputSchema: toJsonSchema(result, 'output'),
    annotations,
  };
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // An integer without a bound of its own; the words would only cost tokens.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest;
}
