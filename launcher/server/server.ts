import { RPC } from '../../src/mcp/json-rpc.ts';
import { type RequestMeta, readRequestMeta } from '../../src/mcp/modern/request-meta.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import type { Output } from '../config/variables.ts';
import type { ContextDoor } from '../context/context-door.ts';
import type { GatewayDoor } from '../gateway/gateway-door.ts';
import type { GatewayClient } from '../gateway/gateway-options.ts';
import { HOOK_TOOL, type HookDoor } from '../hooks/hook-door.ts';
import type { Timers } from '../process/timers.ts';
import type { SessionDoor } from '../session/session-door.ts';
import type { AnyTool } from '../tools/definition.ts';
import type { CallContext } from './call-context.ts';
import type { CallToolOptions } from './call-tool.ts';
import { type ClientView, clientView } from './client-view.ts';
import { initializeLauncher, launcherOffer } from './initialize.ts';
import { createModernDoor } from './modern/modern-door.ts';
import type { CallToolResult } from './tool-result.ts';

export interface ServerOptions extends Omit<CallToolOptions, 'tools'> {
  readonly loadTools: () => Promise<readonly AnyTool[]>;
  /** The tools that shape their own results. Default: none. */
  readonly loadSharedTools?: (() => Promise<readonly SharedTool[]>) | undefined;
  /** The way to other servers. Default: none. */
  readonly gateway?: GatewayDoor | undefined;
  /** What agents put aside of their context. Default: nothing. */
  readonly context?: Pick<ContextDoor, 'resources' | 'record'> | undefined;
  /** Remembers what is asked for and given. Default: nothing. */
  readonly session?: SessionDoor | undefined;
  /** Answers hosts' hooks. Default: nobody does. */
  readonly hooks?: HookDoor | undefined;
  /** True if the client of that name shows its model the names of tools alone until one is asked for. Default: never. */
  readonly defersTools?: ((client: string | undefined) => Promise<boolean>) | undefined;
  readonly version: string;
  readonly output: Output;
  readonly timers: Timers;
}

/** Answers one request: its result, or an `RpcError` thrown. */
export type Handle = (method: string, params: unknown, context: CallContext) => Promise<object>;

/**
 * The MCP methods over one client's session; knows nothing of the wire. The tools, and the validation they need, load
 * once `initialize` is answered: that saves a fifth of the time until then, and no client calls a tool before.
 */
export function createServer(options: ServerOptions): Handle {
  const { gateway, artifacts, log, ledger } = options;
  const kept = options.context?.resources;
  let calls = 0;
  let clientName: string | undefined;
  /** Whether the client has them. */
  let tasks = false;
  /** Sent to the model with the tools; undefined once both were listed. */
  let instructions: string | undefined;
  const defersTools = async (): Promise<boolean> => (await options.defersTools?.(clientName)) ?? false;
  const greet = (client: Omit<GatewayClient, 'defersTools'>): void => gateway?.greet({ ...client, defersTools });
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const [
      { callTool },
      { callSharedTool },
      { checkListParams, describeTools },
      { createSessionDefinitions },
      texts,
      remembered,
      { createFolderInstructions },
      tools,
      shared,
    ] = await Promise.all([
      import('./call-tool.ts'),
      import('./call-shared-tool.ts'),
      import('./list-tools.ts'),
      import('./session-definitions.ts'),
      import('../ledger/shown-text.ts'),
      import('../session/to-session-call.ts'),
      import('../tools/read/folder-instructions.ts'),
      options.loadTools(),
      options.loadSharedTools?.() ?? [],
    ]);
    // Made once: clients ask again whenever a server behind us changes its own.
    const described = new Map<boolean, readonly object[]>();
    const describe = (structured: boolean): readonly object[] => {
      const known = described.get(structured) ?? describeTools(tools, shared, structured);
      described.set(structured, known);
      return known;
    };
    const recorded = { definitions: ledger && createSessionDefinitions(ledger, defersTools), ...texts, ...remembered };
    const instructions = createFolderInstructions(options.root);
    return { callTool, callSharedTool, checkListParams, ...recorded, describe, tools, shared, instructions };
  };
  const loaded = (): ReturnType<typeof load> => {
    loading ??= load();
    return loading;
  };

  /** What a model is told of other servers. */
  let told: string | undefined;
  const keeps = artifacts !== undefined;
  const modern = createModernDoor({
    offer: () => launcherOffer(options.version, { keeps, gateway, told }),
    ...{ handle: answer, timers: options.timers, now: Date.now, newId: options.newRequestId },
  });
  let isModern = false;
  const answerModern = async (
    method: string,
    params: unknown,
    meta: RequestMeta,
    context: CallContext,
  ): Promise<object> => {
    clientName = meta.clientName;
    if (!isModern) {
      isModern = true;
      greet({ session: modern.session(context.closing), capabilities: meta.capabilities, tasks: false });
      context.onWritten(greeted);
    }
    if (method === 'server/discover') told = await gateway?.instructions(defersTools);
    const answered = await modern.answer(method, params, meta, context);
    if (method === 'server/discover') ({ instructions } = answered as { readonly instructions: string });
    return answered;
  };

  /** Should it fail, the first call that needs it says so. */
  function greeted(): void {
    options.hooks?.greet(clientName ?? '');
    void loaded().catch(() => {});
  }

  return async (method, params, context) => {
    const meta = readRequestMeta(method, params);
    return await (meta === undefined ? answer(method, params, context) : answerModern(method, params, meta, context));
  };

  async function answer(method: string, params: unknown, context: CallContext): Promise<object> {
    const client = clientView(options.output, clientName);
    const { structured } = client;
    switch (method) {
      case 'initialize': {
        const initialized = initializeLauncher(params, options.version, { keeps, gateway });
        // At once: who sends all lines together is known by the next one.
        clientName = initialized.clientName;
        tasks = initialized.tasks;
        greet({ session: context.session, capabilities: initialized.clientCapabilities, tasks });
        context.onWritten(greeted);
        const told = await gateway?.instructions(defersTools);
        instructions = launcherOffer(options.version, { keeps, gateway, told }).instructions;
        return { ...initialized.result, instructions };
      }
      case 'ping':
        return {};
      case 'tools/list': {
        const [{ checkListParams, definitions, describe }, others = []] = await Promise.all([
          loaded(),
          // Our own tools are there whatever has become of it.
          gateway?.tools(structured).catch(() => []),
        ]);
        // Our own tools are there before a server is started.
        context.onWritten(() => gateway?.start());
        checkListParams(params);
        const own = describe(structured);
        const told = instructions;
        context.onWritten(() => definitions?.listed(told, own, others));
        instructions = undefined;
        return { tools: [...own, ...others] };
      }
      case 'tools/call':
        if (options.hooks !== undefined && isHook(params)) return await options.hooks.call(params.arguments);
        if (structured) return await callRemembered(params, context, client);
        return await callRemembered(params, context, client).catch(async (error: unknown) => {
          return (await import('./refused-call.ts')).toRefusedCall(error);
        });
    }
    const more = await answerMore(method, params, context);
    if (more !== undefined) {
      if (method === 'resources/read') await recordFetched(params, more);
      return more;
    }
    throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
  }

  /** The call, of which the session remembers what was asked for and shown. */
  async function callRemembered(params: unknown, context: CallContext, client: ClientView): Promise<object> {
    const { session } = options;
    if (session === undefined) return await callAnyTool(params, context, client);
    const { shownText, toSessionCall } = await loaded();
    const id = String(++calls);
    try {
      const call = toSessionCall(params);
      if (call !== undefined) await session.called(id, call.tool, call.args, call.question);
    } catch (error) {
      // What is remembered of a call is none of its business.
      notRemembered(error);
    }
    const result = await callAnyTool(params, context, client);
    context.onWritten((error) => {
      const { content } = result as { readonly content?: readonly object[] };
      if (error === undefined && content !== undefined) void session.gave(id, shownText(content)).catch(notRemembered);
    });
    return result;
  }

  async function callAnyTool(params: unknown, context: CallContext, client: ClientView): Promise<object> {
    const { structured } = client;
    const { callTool, callSharedTool, definitions, shownText, tools, shared, instructions } = await loaded();
    const { name, arguments: args } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
    context.onWritten(() => definitions?.called(name));
    const one = shared.find((tool) => tool.name === name);
    if (tasks && asksForTask(params) && [...tools, ...shared].some((tool) => tool.name === name)) {
      throw (await import('../gateway/tasks/task-forbidden.ts')).taskForbidden(String(name));
    }
    const { newRequestId, prune } = options;
    if (one !== undefined) {
      const calls = { log, newRequestId, now: prune.now };
      const result = await callSharedTool(calls, one, args, context, structured);
      const written = JSON.stringify(args);
      ledger?.record({ kind: 'fetch', tool: one.name, shown: shownText(result.content), written });
      return result;
    }
    const own = gateway === undefined || typeof name !== 'string' || tools.some((tool) => tool.name === name);
    const answer = own ? undefined : await (await gateway.connected()).tools.call(name, params, context, structured);
    if (answer !== undefined) return answer;
    const result = await callTool({ ...options, tools, instructions }, params, context, client);
    context.onWritten((error) => {
      if (error === undefined) void recordCall(String(name), args, result).catch(notRecorded);
    });
    return result;
  }

  function notRemembered(error: unknown): void {
    log('warn', 'session.failed', { message: String(error) });
  }

  // An update in mid-session takes files away that are loaded on use.
  function notRecorded(error: unknown): void {
    log('warn', 'context.failed', { message: String(error) });
  }

  /** What the model was shown, for its context. */
  async function recordCall(name: string, args: unknown, result: CallToolResult): Promise<void> {
    const record = options.context?.record;
    if (record === undefined) return;
    const { toRecordedCall } = await import('../context/to-recorded-call.ts');
    const call = toRecordedCall(options.root, name, args, result);
    if (call !== undefined) record(call);
  }

  /** An artifact had back as a resource. */
  async function recordFetched(params: unknown, answer: object): Promise<void> {
    const { uri } = params as { readonly uri: string };
    if (ledger === undefined || !uri.startsWith('ax://')) return;
    const { shownText } = await loaded();
    const { contents } = answer as { readonly contents: readonly object[] };
    ledger.record({ kind: 'fetch', tool: 'artifact', shown: shownText(contents) });
  }

  async function answerMore(method: string, params: unknown, context: CallContext): Promise<object | undefined> {
    if (gateway !== undefined) {
      const { answerGateway, answerList } = await import('./answer-gateway.ts');
      // A list is what is known of the servers; for all else they are there.
      const lists = method.endsWith('/list') && method !== 'tasks/list' ? await gateway.lists() : undefined;
      if (lists !== undefined) return await answerList({ lists, artifacts, context: kept, log }, method, params);
      const { structured } = clientView(options.output, clientName);
      const to = { gateway: await gateway.connected(), artifacts, context: kept, log, structured };
      return await answerGateway(to, method, params, context);
    }
    if (artifacts === undefined) return undefined;
    const { answerResources, isResourceMethod } = await import('./answer-resources.ts');
    return isResourceMethod(method)
      ? await answerResources({ artifacts, context: kept, log }, method, params)
      : undefined;
  }
}

function asksForTask(params: unknown): boolean {
  const task = (params as { readonly task?: unknown } | null | undefined)?.task;
  return task !== undefined && task !== null;
}

function isHook(params: unknown): params is { readonly arguments: unknown } {
  return (params as { readonly name?: unknown } | null | undefined)?.name === HOOK_TOOL;
}
