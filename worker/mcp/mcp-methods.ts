import * as z from 'zod/mini';
import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import {
  listArtifactResources,
  listArtifactTemplates,
  readArtifactResource,
} from '../../src/artifacts/artifact-resources.ts';
import {
  CONTEXT_SCHEME,
  CONTEXT_TEMPLATES,
  type ContextResources,
  createContextResources,
} from '../../src/context/context-resources.ts';
import { listWithContext } from '../../src/context/list-with-context.ts';
import { initialize } from '../../src/mcp/initialize.ts';
import { invalidParams } from '../../src/mcp/invalid-params.ts';
import { RPC } from '../../src/mcp/json-rpc.ts';
import { LOG_LEVELS } from '../../src/mcp/log-levels.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { ServerOffer } from '../../src/mcp/server-offer.ts';
import type { SharedCall, SharedTool } from '../../src/mcp/shared-tool.ts';
import { validate } from '../../src/mcp/validate.ts';
import type { ToolResult } from '../../src/shaping/tool-result.ts';
import { SqlError } from '../../src/storage/sql-error.ts';
import { longList } from './long-list.ts';
import type { ToolCall, WorkerTool } from './tool.ts';
import { toolFailure } from './tool-failure.ts';

const INSTRUCTIONS =
  'prune_text takes a text and a context_focus_question and gives back the lines that answer it, verbatim and in order; a gap shows as "(filtered N lines: a-b)". Use it for texts of more than about 100 lines.';

const KEPT = 'Where a result names an artifactRef, the tool artifact gives back all of the text.';

const UNREACHABLE = 'What is kept cannot be reached at the moment; try again shortly';

/** All tools fit on one page, so no cursor is ever issued and none is valid. */
const listParams: z.ZodMiniType<object | undefined> = z.optional(z.looseObject({ cursor: z.optional(z.undefined()) }));
const callParams: z.ZodMiniType<{ name: string; arguments?: unknown }> = z.looseObject({
  name: z.string(),
  arguments: z.optional(z.unknown()),
});

const levelParams: z.ZodMiniType = z.looseObject({ level: z.enum(LOG_LEVELS) });

/** MCP methods for clients without a session. */
export interface McpMethods {
  /** Capabilities offered to a client. */
  offer(call: ToolCall): ServerOffer;
  /** Answers one request with its result, or throws an `RpcError`. */
  answer(method: string, params: unknown, call: ToolCall): Promise<object>;
}

/**
 * Creates the MCP methods, independent of HTTP. Tools whose scope the key lacks are invisible to it; without
 * `call.artifacts` so are resources.
 */
export function createMcpMethods(tools: readonly WorkerTool[], version: string): McpMethods {
  const offeredTo = (call: ToolCall): SharedTool[] =>
    tools
      .filter(({ scope }) => call.principal.scopes.has(scope))
      .map((tool) => tool.open(call))
      .filter((tool) => tool !== undefined);

  const offer = (call: ToolCall): ServerOffer => {
    const keeps = call.artifacts !== undefined;
    const resources = keeps || call.context !== undefined;
    return {
      serverInfo: { name: '@jeeves/mcp-pruner/worker', title: 'mcp-pruner worker', version },
      capabilities: { tools: { listChanged: false }, ...(resources && { resources: {} }), logging: {} },
      instructions: keeps ? `${INSTRUCTIONS} ${KEPT}` : INSTRUCTIONS,
    };
  };

  const answer: McpMethods['answer'] = async (method, params, call) => {
    switch (method) {
      case 'initialize':
        return initialize(params, offer(call)).result;
      case 'ping':
        return {};
      case 'logging/setLevel': {
        // There is no stream for log messages, so sending none satisfies any level.
        const checked = validate(levelParams, params);
        if (!checked.ok) throw invalidParams(method, undefined, checked.issues, checked.why);
        return {};
      }
      case 'tools/list': {
        const checked = validate(listParams, params);
        if (!checked.ok) throw invalidParams(method, undefined, checked.issues, checked.why);
        return { tools: offeredTo(call).map(describe) };
      }
      case 'tools/call':
        return callTool(offeredTo(call), params, call);
      case 'resources/list':
      case 'resources/templates/list':
      case 'resources/read':
        if (call.artifacts !== undefined || call.context !== undefined) return answerResources(method, params, call);
    }
    throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
  };
  return { offer, answer };
}

async function callTool(tools: readonly SharedTool[], params: unknown, call: ToolCall): Promise<ToolResult> {
  const method = 'tools/call';
  const checked = validate(callParams, params);
  if (!checked.ok) throw invalidParams(method, undefined, checked.issues, checked.why);
  const { name, arguments: given = {} } = checked.value;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw invalidParams(method, name, [{ path: 'name', code: 'invalid_value' }]);
  const tooLong = longList(given, ['arguments']);
  if (tooLong !== undefined) throw invalidParams(method, name, [{ path: tooLong, code: 'too_big' }]);
  const valid = validate(tool.arguments, given, ['arguments']);
  if (!valid.ok) {
    if (tool.refuse !== undefined) return await tool.refuse(given, signalOf(call));
    throw invalidParams(method, name, valid.issues, valid.why);
  }
  call.called(tool.name);
  try {
    return await tool.execute(valid.value, signalOf(call));
  } catch (error) {
    if (!isOfStorage(error)) throw error;
    tellStorage(error, call);
    return toolFailure('storage_unavailable', UNREACHABLE);
  }
}

/** Creates the signal lazily, because that is slow on Deno. */
function signalOf({ caller }: ToolCall): SharedCall {
  return {
    get signal() {
      return caller.signal() ?? new AbortController().signal;
    },
  };
}

async function answerResources(
  method: 'resources/list' | 'resources/templates/list' | 'resources/read',
  params: unknown,
  call: ToolCall,
): Promise<object> {
  const { artifacts: store } = call;
  const context = call.context === undefined ? undefined : createContextResources(call.context);
  if (method === 'resources/templates/list') {
    const kept = store === undefined ? [] : listArtifactTemplates().resourceTemplates;
    return { resourceTemplates: context === undefined ? kept : [...kept, ...CONTEXT_TEMPLATES] };
  }
  try {
    if (context !== undefined) return await answerContext(method, params, context, store);
    if (store === undefined) throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
    return await (method === 'resources/list' ? listArtifactResources : readArtifactResource)(store, params);
  } catch (error) {
    if (!isOfStorage(error)) throw error;
    tellStorage(error, call);
    throw new RpcError(RPC.internalError, UNREACHABLE);
  }
}

/** Merges both lists; a URI tells which store it belongs to. */
async function answerContext(
  method: 'resources/list' | 'resources/read',
  params: unknown,
  context: ContextResources,
  store: ToolCall['artifacts'],
): Promise<object> {
  const { cursor, uri } = (params ?? {}) as { readonly cursor?: unknown; readonly uri?: unknown };
  const notThere = { path: method === 'resources/list' ? 'cursor' : 'uri', code: 'invalid_value' };
  const refuse = () => Promise.reject(invalidParams(method, undefined, [notThere]));
  if (method === 'resources/read') {
    if (typeof uri === 'string' && uri.startsWith(CONTEXT_SCHEME)) return await context.read(uri);
    return store === undefined ? await refuse() : await readArtifactResource(store, params);
  }
  const others = async () => {
    if (store !== undefined) return await listArtifactResources(store, params);
    return cursor === undefined ? { resources: [] } : await refuse();
  };
  if (cursor !== undefined && typeof cursor !== 'string') return await others();
  return await listWithContext(context, cursor, others);
}

function isOfStorage(error: unknown): boolean {
  return error instanceof SqlError || error instanceof ArtifactError;
}

function tellStorage(error: unknown, { storageFailed, failed }: ToolCall): void {
  storageFailed(error);
  failed('storage_unavailable');
}

function describe({ name, title, description, annotations, arguments: args, result }: SharedTool): object {
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
      // Bounds of a safe integer would only cost tokens.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest;
}
