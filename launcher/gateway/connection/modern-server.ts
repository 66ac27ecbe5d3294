import { RPC } from '../../../src/mcp/json-rpc.ts';
import { type ParamHeader, paramHeaders, paramHeadersOf } from '../../../src/mcp/modern/param-headers.ts';
import { META, MODERN_ERRORS } from '../../../src/mcp/modern/request-meta.ts';
import { standardHeaders } from '../../../src/mcp/modern/standard-headers.ts';
import { REQUEST_VERSIONS } from '../../../src/mcp/protocol-versions.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../process/timers.ts';
import { MCPToolError } from '../errors.ts';
import { isJsonObject } from './is-json-object.ts';
import type { JsonObject, ServerFacts } from './server-connection.ts';
import type { AnswerServer } from './server-requests.ts';
import { toServerFacts } from './to-server-facts.ts';

export interface AskServerOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told the id before the request is sent. */
  readonly onId?: ((id: number) => void) | undefined;
  /** Of the request over HTTP. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends a request and resolves to its result. */
export type AskServer = (
  method: string,
  params: JsonObject | undefined,
  options?: AskServerOptions,
) => Promise<JsonObject>;

/** A server of MCP 2026-07-28, which is asked as one of an earlier version. */
export interface ModernServer {
  readonly ask: AskServer;
  /** What it says of itself. Rejects if it does not serve the version. */
  discover(): Promise<ServerFacts>;
  /** Hands on what belongs to a subscription of ours; false for any other notification. */
  notified(method: string, params: JsonObject): boolean;
  /** Requests that wait for changes, and for nothing else. */
  readonly listening: number;
  /** Listens for changes of what the server lists. */
  listen(capabilities: JsonObject): void;
  close(): void;
}

export interface ModernServerOptions {
  readonly server: string;
  readonly ask: AskServer;
  readonly clientInfo: object;
  readonly capabilities: JsonObject;
  readonly answerServer: AnswerServer;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly timers: Timers;
  /** Over HTTP: some arguments are headers as well. */
  readonly isHttp: boolean;
}

/** Rounds of questions that one request may take. */
const MAX_ROUNDS = 16;
/** Milliseconds until a subscription that the server has ended is begun anew. */
const LISTEN_AGAIN_MS = 5000;
const LISTEN = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

export function createModernServer(options: ModernServerOptions): ModernServer {
  const { server, ask, clientInfo, capabilities, answerServer, onNotification, timers, isHttp } = options;
  /** Subscriptions to one resource each, by its URI. */
  const watched = new Map<string, { readonly stop: AbortController; readonly begun: Promise<JsonObject> }>();
  /** What is waited for by the ids of subscriptions: what the server agreed to. */
  const acknowledged = new Map<string, (agreed: JsonObject) => void>();
  const headersOf = new Map<string, readonly ParamHeader[]>();
  const closing = new AbortController();
  let logLevel: unknown;
  let listening = 0;

  const withMeta = (params: JsonObject | undefined): JsonObject => {
    const own = {
      ...{ [META.version]: REQUEST_VERSIONS[0], [META.client]: clientInfo, [META.capabilities]: capabilities },
      ...(logLevel !== undefined && { [META.logLevel]: logLevel }),
    };
    return { ...params, _meta: { ...(params?.['_meta'] as JsonObject | undefined), ...own } };
  };

  /** Sends a request, and again with the answers to what the server asks. */
  const send: AskServer = async (method, given, asking = {}) => {
    let params = given;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const args = method === 'tools/call' ? headersOf.get(String(params?.['name'])) : undefined;
      const headers = { ...standardHeaders(method, params), ...(args && paramHeaders(args, params?.['arguments'])) };
      const result = await ask(method, withMeta(params), { ...asking, headers });
      const { resultType = 'complete', inputRequests, requestState, ...rest } = result;
      if (resultType === 'complete') return withoutServerInfo(rest);
      if (resultType !== 'input_required')
        throw invalidResult(server, method, `its resultType is ${JSON.stringify(resultType)}`);
      const inputResponses = await answers(inputRequests, asking.signal ?? closing.signal).catch((error: unknown) => {
        // A client of the same version knows what it has not declared.
        if (!(error instanceof RpcError) || error.code === MODERN_ERRORS.missingCapability) throw error;
        // Of this request the client has asked something else.
        throw invalidResult(server, method, `it asks for what this client cannot give (${error.message})`);
      });
      params = { ...given, inputResponses, ...(requestState !== undefined && { requestState }) };
    }
    throw invalidResult(server, method, `it has asked for more ${MAX_ROUNDS} times`);
  };
  const answers = async (inputRequests: unknown, signal: AbortSignal): Promise<JsonObject> => {
    const asked = isJsonObject(inputRequests) ? Object.entries(inputRequests) : [];
    const answered = asked.map(async ([key, request]) => {
      const { method, params } = isJsonObject(request) ? request : {};
      return [key, await answerServer(String(method), params, signal, key)] as const;
    });
    return Object.fromEntries(await Promise.all(answered));
  };

  /** Resolves when the server has agreed, with what it agreed to; `ended` rejects or resolves when it is over. */
  const subscribe = async (notifications: JsonObject, signal: AbortSignal): Promise<Subscribed> => {
    let agreed = (_: JsonObject): void => {};
    const agreement = new Promise<JsonObject>((resolve) => {
      agreed = resolve;
    });
    let id = '';
    listening++;
    const ended = ask(LISTEN, withMeta({ notifications }), {
      ...{ signal, headers: standardHeaders(LISTEN, undefined) },
      onId: (given) => {
        id = String(given);
        acknowledged.set(id, agreed);
      },
    }).finally(() => {
      listening--;
      acknowledged.delete(id);
    });
    return { agreed: await Promise.race([agreement, ended.then(() => ({}))]), ended };
  };

  /** Subscribes, and anew when the server has ended it. Resolves to what the server agreed to first. */
  const listenTo = async (notifications: JsonObject, signal: AbortSignal): Promise<JsonObject> => {
    const again = (error?: unknown): void => {
      // A server that has none, or nobody who listens any more.
      if (error instanceof RpcError || signal.aborted) return;
      const cancel = timers.after(LISTEN_AGAIN_MS, () => {
        signal.removeEventListener('abort', cancel);
        listenTo(notifications, signal).catch(() => {});
      });
      signal.addEventListener('abort', cancel, { once: true });
    };
    try {
      const { agreed, ended } = await subscribe(notifications, signal);
      ended.then(() => again(), again);
      return agreed;
    } catch (error) {
      again(error);
      throw error;
    }
  };

  const beginToWatch = async (uri: string, signal: AbortSignal): Promise<JsonObject> => {
    const { resourceSubscriptions: uris } = await listenTo({ resourceSubscriptions: [uri] }, signal);
    if (Array.isArray(uris) && uris.includes(uri)) return {};
    throw new RpcError(RPC.methodNotFound, 'Method not found', { method: 'resources/subscribe' });
  };
  const watch = (uri: string): Promise<JsonObject> => {
    const known = watched.get(uri);
    if (known !== undefined) return known.begun;
    const stop = new AbortController();
    const begun = beginToWatch(uri, AbortSignal.any([stop.signal, closing.signal]));
    watched.set(uri, { stop, begun });
    begun.catch(() => {
      if (watched.get(uri)?.stop === stop) unwatch(uri);
    });
    return begun;
  };
  const unwatch = (uri: string): void => {
    watched.get(uri)?.stop.abort(new Error('it is not watched any more'));
    watched.delete(uri);
  };

  return {
    async discover() {
      const method = 'server/discover';
      const found = await ask(method, withMeta(undefined), { headers: standardHeaders(method, undefined) });
      const { supportedVersions: versions, _meta } = found;
      const version = REQUEST_VERSIONS.find((one) => Array.isArray(versions) && versions.includes(one));
      if (version === undefined) throw invalidResult(server, method, 'it serves no version that is known here');
      const serverInfo = isJsonObject(_meta) ? _meta[META.server] : undefined;
      return toServerFacts({ ...found, serverInfo, protocolVersion: version });
    },
    async ask(method, params, asking) {
      switch (method) {
        // Whether it is there, any answer tells.
        case 'ping':
          return await send('server/discover', undefined, asking);
        case 'logging/setLevel':
          logLevel = params?.['level'];
          return {};
        case 'resources/subscribe':
          return await watch(String(params?.['uri']));
        case 'resources/unsubscribe':
          unwatch(String(params?.['uri']));
          return {};
        case 'tools/list': {
          const listed = await send(method, params, asking);
          return isHttp ? withoutInvalid(listed, headersOf) : listed;
        }
        default:
          return await send(method, params, asking);
      }
    },
    notified(method, params) {
      const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
      const { [META.subscription]: id, ...others } = meta;
      if (id === undefined) return false;
      if (method === ACKNOWLEDGED) {
        const { notifications } = params;
        acknowledged.get(String(id))?.(isJsonObject(notifications) ? notifications : {});
      } else {
        const { _meta, ...rest } = params;
        onNotification(method, Object.keys(others).length === 0 ? rest : { ...rest, _meta: others });
      }
      return true;
    },
    get listening() {
      return listening;
    },
    listen(offered) {
      const changes = Object.entries(LISTS).filter(([name]) => {
        const one = offered[name];
        return isJsonObject(one) && one['listChanged'] === true;
      });
      if (changes.length === 0) return;
      listenTo(Object.fromEntries(changes.map(([, field]) => [field, true])), closing.signal).catch(() => {});
    },
    close: () => closing.abort(new Error('the connection is closed')),
  };
}

interface Subscribed {
  readonly agreed: JsonObject;
  readonly ended: Promise<JsonObject>;
}

/** Capabilities by which a server says that it tells of changes, and the field that asks for them. */
const LISTS: Readonly<Record<string, string>> = {
  tools: 'toolsListChanged',
  resources: 'resourcesListChanged',
  prompts: 'promptsListChanged',
};

/** The tools whose headers can be sent. */
function withoutInvalid(listed: JsonObject, headersOf: Map<string, readonly ParamHeader[]>): JsonObject {
  const { tools } = listed;
  if (!Array.isArray(tools)) return listed;
  const valid = tools.filter((tool: unknown) => {
    const headers = isJsonObject(tool) ? paramHeadersOf(tool['inputSchema']) : [];
    if (isJsonObject(tool) && headers !== undefined) headersOf.set(String(tool['name']), headers);
    return headers !== undefined;
  });
  return { ...listed, tools: valid };
}

/** The result as earlier versions have it: who gave it is known. */
function withoutServerInfo(result: JsonObject): JsonObject {
  if (!isJsonObject(result['_meta']) || result['_meta'][META.server] === undefined) return result;
  const { [META.server]: _, ...meta } = result['_meta'];
  const { _meta, ...rest } = result;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

function invalidResult(server: string, method: string, why: string): MCPToolError {
  const message = `cannot use what server ${JSON.stringify(server)} answered to ${JSON.stringify(method)}: ${why}`;
  return new MCPToolError('invalid_result', message, { server });
}
