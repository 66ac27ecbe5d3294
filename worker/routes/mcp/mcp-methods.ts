import * as z from 'zod/mini';
import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { toolNameOf } from '../../../src/mcp/calls/call-params.ts';
import { describeSharedTool } from '../../../src/mcp/describe-tool.ts';
import { createDispatch, type Dispatch } from '../../../src/mcp/dispatch.ts';
import { initialize } from '../../../src/mcp/initialize.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { LOG_LEVELS } from '../../../src/mcp/log-levels.ts';
import { answerModern } from '../../../src/mcp/modern/answer-modern.ts';
import { STABLE } from '../../../src/mcp/modern/modern-result.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { ServerOffer } from '../../../src/mcp/server-offer.ts';
import type { SharedTool } from '../../../src/mcp/shared-tool.ts';
import type { ClientView } from '../../../src/mcp/tool.ts';
import type { ToolResult } from '../../../src/mcp/tool-result.ts';
import { validate } from '../../../src/mcp/validate.ts';
import { SQL_CAUSES, SqlError, sqlErrorIn } from '../../../src/storage/sql-error.ts';
import { type CallToolOptions, callTool } from '../../../src/tools/call/call-tool.ts';
import { type SharedCallable, sharedAsTool } from '../../../src/tools/call/shared-as-tool.ts';
import { answerResources, isResourceMethod, type OwnResources } from '../../../src/tools/resources/own-resources.ts';
import type { WorkerTool, WorkerToolCall } from './tool.ts';
import { toolFailure } from './tool-failure.ts';

const INSTRUCTIONS =
  'prune_text takes a text and a context_focus_question and returns the lines that answer it, verbatim and in order. A gap shows as "(filtered N lines: a-b)". Use it for texts of more than about 100 lines.';

const KEPT = 'If a result has an artifactRef, the tool artifact returns all of the text.';

function unreachable(error: unknown): string {
  const failed = sqlErrorIn(error);
  const why = failed === undefined ? '' : ` (${SQL_CAUSES[failed.code]})`;
  return `Stored texts cannot be reached right now${why}; try again shortly`;
}

/** All tools fit on one page, so no cursor is ever issued and none is valid. */
const listParams: z.ZodMiniType<object | undefined> = z.optional(z.looseObject({ cursor: z.optional(z.undefined()) }));
const levelParams: z.ZodMiniType = z.looseObject({ level: z.enum(LOG_LEVELS) });

/**
 * Creates the MCP methods, for clients without a session and independent of HTTP. A key does not see tools whose scope
 * it lacks. Without a store, there are no resources.
 */
export function createMcpMethods(tools: readonly WorkerTool[], version: string): Dispatch<WorkerToolCall> {
  const offeredTo = (call: WorkerToolCall): SharedTool[] =>
    tools
      .filter(({ scope }) => call.principal.scopes.has(scope))
      .map((tool) => tool.open(call))
      .filter((tool) => tool !== undefined);

  const offer = (call: WorkerToolCall): ServerOffer => {
    const keeps = call.artifacts !== undefined;
    return {
      serverInfo: { name: '@jeeves/mcp-pruner/worker', title: 'mcp-pruner worker', version },
      capabilities: { tools: { listChanged: false }, ...(keeps && { resources: {} }), logging: {} },
      instructions: keeps ? `${INSTRUCTIONS} ${KEPT}` : INSTRUCTIONS,
    };
  };

  return createDispatch<WorkerToolCall>({
    methods: {
      initialize: async (params, call) => initialize(params, offer(call)).result,
      ping: async () => ({}),
      // There is no stream for log messages, so sending none satisfies any level.
      'logging/setLevel': async (params) => {
        check('logging/setLevel', levelParams, params);
        return {};
      },
      'tools/list': async (params, call) => {
        check('tools/list', listParams, params);
        return { tools: offeredTo(call).map((tool) => describeSharedTool(tool, true)) };
      },
      'tools/call': (params, call) => callOffered(offeredTo(call), params, call),
    },
    more: async (method, params, call) =>
      isResourceMethod(method) && call.artifacts !== undefined
        ? await answerResources(resourcesOf(call, call.artifacts), method, params)
        : undefined,
    modern: ({ method, params, context: call }, answer) =>
      answerModern(method, params, {
        offer: () => offer(call),
        // A key's tools change only with the key; lists of resources may change with any call.
        hints: () => (method === 'resources/list' ? undefined : STABLE),
        answer: (name, own) => answer(name, own, call),
      }),
  });
}

function check(method: string, schema: z.ZodMiniType, params: unknown): void {
  const checked = validate(schema, params);
  if (!checked.ok) throw invalidParams(method, undefined, checked.issues, checked.why);
}

function resourcesOf(call: WorkerToolCall, artifacts: OwnResources['artifacts']): OwnResources {
  return {
    artifacts,
    toFault(fault) {
      tellStorage(fault, call);
      return new RpcError(RPC.internalError, unreachable(fault));
    },
  };
}

/** Calls write no events, because the worker has an access log. */
const CALLS: CallToolOptions = { log: () => {}, newRequestId: () => '', now: () => 0 };

/** Clients of the worker are shown both the texts and the structured content. */
const CLIENT: ClientView = { structured: true };

async function callOffered(tools: readonly SharedTool[], params: unknown, call: WorkerToolCall): Promise<ToolResult> {
  const name = toolNameOf(params);
  const tool = tools.find((one) => one.name === name);
  check('tools/call', named, params);
  if (tool === undefined) {
    const advice = `name: expected one of ${tools.map((one) => one.name).join(', ')}`;
    throw invalidParams('tools/call', name, [{ path: 'name', code: 'invalid_value' }], advice);
  }
  return await callTool(CALLS, countedTool(tool, call), { params, context: toCallContext(call), client: CLIENT });
}

const named: z.ZodMiniType = z.looseObject({ name: z.string() });

/** Wraps a tool so that its calls are counted and faults of a store are reported. */
function countedTool(tool: SharedTool, call: WorkerToolCall): SharedCallable {
  const callable = sharedAsTool(tool, {
    toFault(error) {
      if (!(error instanceof SqlError || error instanceof ArtifactError)) throw error;
      tellStorage(error, call);
      return toolFailure('storage_unavailable', unreachable(error));
    },
  });
  return {
    ...callable,
    check(params) {
      const tooLong = longList((params as { readonly arguments?: unknown }).arguments, ['arguments']);
      if (tooLong !== undefined) return { ok: false, issues: [{ path: tooLong, code: 'too_big' }] };
      const checked = callable.check(params);
      if (checked.ok) call.called(tool.name);
      return checked;
    },
  };
}

/** A stateless request has no client to notify or ask. */
function toCallContext({ caller }: WorkerToolCall): CallContext {
  return {
    id: '',
    // Created lazily, because that is slow on Deno.
    get signal() {
      return caller.signal() ?? new AbortController().signal;
    },
    get closing() {
      return this.signal;
    },
    session: { notify: () => {}, request: () => Promise.reject(new Error('a stateless client cannot be asked')) },
    notify: () => {},
    onWritten: () => {},
  };
}

function tellStorage(error: unknown, { storageFailed, failed }: WorkerToolCall): void {
  storageFailed(error);
  failed('storage_unavailable');
}

/** Longer than any list that a tool accepts. */
const MAX_ITEMS = 10_000;
/** Max depth of lists in arguments. */
const DEPTH = 4;

/**
 * Returns the dot-joined path of a list that is too long for any tool, or undefined. Checked before validation, which
 * visits every item and records every fault.
 */
function longList(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value !== 'object' || value === null || path.length > DEPTH) return undefined;
  if (Array.isArray(value) && value.length > MAX_ITEMS) return path.join('.');
  for (const [key, inner] of Object.entries(value)) {
    const found = typeof inner === 'object' ? longList(inner, [...path, key]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
