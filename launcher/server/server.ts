import type { EventLog } from '../../src/base/events/event-log.ts';
import type { JsonObject } from '../../src/base/json/json-object.ts';
import { traceFieldsIn } from '../../src/base/tracing/trace-fields.ts';
import type { Tracing } from '../../src/base/tracing/tracing.ts';
import type { CallContext } from '../../src/mcp/calls/call-context.ts';
import type { ClientSession } from '../../src/mcp/calls/client-session.ts';
import { createDispatch, type Method } from '../../src/mcp/dispatch.ts';
import { RPC } from '../../src/mcp/json-rpc.ts';
import { answerDiscover } from '../../src/mcp/modern/answer-modern.ts';
import { type RequestMeta, readRequestMeta } from '../../src/mcp/modern/request-meta.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { ClientView } from '../../src/mcp/tool.ts';
import { HOOK_TOOL } from '../hosts/host-hooks.ts';
import type { ReachingClient } from '../tools/calls/other-servers.ts';
import { createAnswerCall } from './answer-call.ts';
import { answerOtherMethods } from './answer-other-methods.ts';
import type { Handle } from './handle.ts';
import { initializeLauncher, launcherOffer } from './initialize.ts';
import { loadParts, type Parts } from './load-parts.ts';
import type { ModernRequests, ModernRequestsOptions } from './modern/modern-requests.ts';
import type { ServedClient, ServerOptions } from './server-options.ts';

/** Answers requests of MCP 2026-07-28. The code for them is loaded after `server/discover` is answered. */
function createLazyModernRequests(options: ModernRequestsOptions) {
  let opening: Promise<ModernRequests> | undefined;
  let opened: ModernRequests | undefined;
  const open = async (closing: AbortSignal): Promise<ModernRequests> => {
    const { createModernRequests } = await import('./modern/modern-requests.ts');
    opened = createModernRequests(options);
    closing.addEventListener('abort', opened.close, { once: true });
    return opened;
  };
  const requests = (closing: AbortSignal): Promise<ModernRequests> => {
    opening ??= open(closing);
    return opening;
  };
  /** Loads in advance. If that fails, the next request reports the error. */
  const openQuietly = (closing: AbortSignal): void => void requests(closing).catch(() => {});

  return {
    async answer(method: string, params: unknown, meta: RequestMeta, context: CallContext): Promise<object> {
      if (method !== 'server/discover') {
        return await (await requests(context.closing)).answer(method, params, meta, context);
      }
      context.onWritten(() => openQuietly(context.closing));
      return answerDiscover(options.offer());
    },
    /** Session for messages that belong to no request of the client. `closing` is aborted when its connection closes. */
    session: (closing: AbortSignal): ClientSession => ({
      notify: (method, params) =>
        void requests(closing).then(
          ({ session }) => session.notify(method, params),
          () => {},
        ),
      request: async (...asked) => await (await requests(closing)).session.request(...asked),
      capabilitiesOf: (about) => opened?.session.capabilitiesOf?.(about),
      nameOf: (about) => opened?.session.nameOf?.(about),
    }),
  };
}

const METHOD = 'tools/call';
/** Matches possible names of tools. Any other name is text from the model. */
const TOOL = /^[\w./-]{1,128}$/;

/**
 * Makes each call of a tool a server span, which continues the trace that the client names in `_meta`. Attributes follow
 * OpenTelemetry's conventions for MCP.
 */
function tracedCalls(handle: Handle, tracing: Tracing): Handle {
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

export type { ServerOptions } from './server-options.ts';

/** A client that has not sent anything yet. */
const UNKNOWN = { name: undefined, isModern: false, roots: false, instructions: undefined } as const;

/** Serves the MCP methods to one client, independently of the transport. */
export function createServer(options: ServerOptions): Handle {
  const { gateway, version, onlyArtifact = false, timers, newRequestId: newId } = options;
  const client: ServedClient = { ...UNKNOWN };
  const defersTools = async (): Promise<boolean> => (await options.defersTools?.(client.name)) ?? false;
  let loading: Promise<Parts> | undefined;
  const loaded = (): Promise<Parts> => {
    loading ??= loadParts(options, defersTools);
    return loading;
  };
  const keeps = options.artifacts !== undefined;
  const offers = { keeps, onlyArtifact, project: options.context?.project, gateway };
  const offer = (told: string | undefined) => launcherOffer(version, { ...offers, told });
  const greet = (one: Omit<ReachingClient, 'defersTools'>, context: CallContext): void => {
    gateway?.greet({ ...one, defersTools });
    context.onWritten(() => {
      options.hooks?.greet(client.name ?? '');
      // If loading fails, the first call that needs it reports the error.
      void loaded().catch(() => {});
      void viewOf(options, client).catch(() => {});
    });
  };

  const initialize: Method<CallContext> = async (params, context) => {
    const initialized = initializeLauncher(params, version, offers);
    const { result, clientCapabilities: capabilities } = initialized;
    // Set synchronously, because a client may send its next request in the same chunk.
    client.name = initialized.clientName;
    client.roots = capabilities['roots'] !== undefined;
    greet({ session: context.session, capabilities }, context);
    const { instructions } = offer(await gateway?.instructions(defersTools));
    client.instructions = instructions;
    return { ...result, ...(instructions !== '' && { instructions }) };
  };
  let told: string | undefined;
  const dispatch = createDispatch<CallContext>({
    methods: {
      initialize,
      ping: async () => ({}),
      'tools/list': createListTools(options, client, loaded),
      'tools/call': createCall(options, client, loaded),
    },
    more: (method, params, context) => answerOtherMethods(options, loaded, method, params, context),
    async modern({ method, params, meta, context: given }) {
      client.name = meta.clientName;
      client.roots = meta.capabilities['roots'] !== undefined;
      const session = modern.session(given.closing);
      const context = { ...given, session };
      if (!client.isModern) greet({ session, capabilities: meta.capabilities }, context);
      client.isModern = true;
      if (method !== 'server/discover') return await modern.answer(method, params, meta, context);
      told = await gateway?.instructions(defersTools);
      client.instructions = offer(told).instructions;
      return await modern.answer(method, params, meta, context);
    },
  });
  const modern = createLazyModernRequests({ offer: () => offer(told), handle: dispatch, timers, now: Date.now, newId });
  const handle = tellingRefusals(options.log, (...of) => dispatch(...of, readRequestMeta(of[0], of[1])));
  return options.tracing === undefined ? handle : tracedCalls(handle, options.tracing);
}

/** Logs invalid params. Calls of tools log their own. */
function tellingRefusals(log: EventLog, handle: Handle): Handle {
  return async (method, params, context) => {
    try {
      return await handle(method, params, context);
    } catch (error) {
      if (error instanceof RpcError && error.code === RPC.invalidParams && method !== 'tools/call')
        log('warn', 'tool.request_invalid', { message: `${method}: ${issuesIn(error)}` });
      throw error;
    }
  };
}

/** Returns the paths and codes of invalid params, without values. */
function issuesIn({ data }: RpcError): string {
  const { issues = [] } = Object(data) as {
    readonly issues?: readonly { readonly path: string; readonly code: string }[];
  };
  return issues.map(({ path, code }) => `${path} ${code}`).join(', ') || 'invalid params';
}

/** Returns how the client shows results. Hosts' facts load with the first request after `initialize`. */
async function viewOf({ output }: ServerOptions, { name, isModern }: ServedClient): Promise<ClientView> {
  return { ...(await import('./client-view.ts')).clientView(output, name), anyStructured: isModern };
}

function createListTools(
  options: ServerOptions,
  client: ServedClient,
  loaded: () => Promise<Parts>,
): Method<CallContext> {
  const { gateway } = options;
  return async (params, context) => {
    const view = await viewOf(options, client);
    const [{ checkListParams, definitions, describe }, others = []] = await Promise.all([
      loaded(),
      // If the gateway fails, our own tools are still listed.
      gateway?.tools(view, context.signal).catch(() => []),
    ]);
    // Hosts wait for the list, so other servers and the engine start only after it.
    context.onWritten(() => {
      gateway?.start();
      options.hooks?.warm();
    });
    checkListParams(params);
    const own = describe(view.structured);
    const { instructions } = client;
    context.onWritten(() => definitions?.listed(instructions, own, others));
    client.instructions = undefined;
    return { tools: [...own, ...others] };
  };
}

function createCall(options: ServerOptions, client: ServedClient, loaded: () => Promise<Parts>): Method<CallContext> {
  const call = createAnswerCall(options, client, loaded);
  return async (params, context) => {
    if (options.hooks !== undefined && isHook(params)) return await options.hooks.call(params.arguments);
    const view = await viewOf(options, client);
    if (view.structured) return await call(params, context, view);
    return await call(params, context, view).catch(async (error: unknown) => {
      return (await import('./refused-call.ts')).toRefusedCall(error);
    });
  };
}

function isHook(params: unknown): params is { readonly arguments: unknown } {
  return (params as { readonly name?: unknown } | null | undefined)?.name === HOOK_TOOL;
}
