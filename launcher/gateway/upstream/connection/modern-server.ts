import { isJsonObject, type JsonObject } from '../../../../src/base/json/json-object.ts';
import { type ParamHeader, paramHeaders, paramHeadersOf } from '../../../../src/mcp/modern/param-headers.ts';
import { META, MODERN_ERRORS, ownMeta } from '../../../../src/mcp/modern/request-meta.ts';
import { REQUEST_VERSIONS } from '../../../../src/mcp/protocol-versions.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../../platform/timers.ts';
import { MCPToolError } from '../../config/server-errors.ts';
import type { AskServer, AskServerOptions } from './ask-server.ts';
import { createModernSubscriptions, type ModernSubscriptions } from './modern-subscriptions.ts';
import type { ServerFacts } from './server-connection.ts';
import type { AnswerServer } from './server-requests.ts';
import { toServerFacts } from './to-server-facts.ts';

/** Max times that a server may ask for input during one request. */
const MAX_ROUNDS = 16;

interface RoundsOptions {
  readonly server: string;
  /** Sends one request, with the `_meta` that each request needs. */
  readonly ask: AskServer;
  readonly answerServer: AnswerServer;
  /** Returns the HTTP headers of a call of a tool. */
  readonly headers: (tool: string, args: unknown) => Readonly<Record<string, string>> | undefined;
  /** Aborted when the connection is closed. */
  readonly closing: AbortSignal;
}

/**
 * Creates a function that sends a request. Whenever the server asks for input, the function sends the request again
 * with the answers.
 */
function createRounds({ server, ask, answerServer, headers, closing }: RoundsOptions): AskServer {
  const answers = async (
    inputRequests: unknown,
    { signal = closing, about }: AskServerOptions,
  ): Promise<JsonObject> => {
    const asked = isJsonObject(inputRequests) ? Object.entries(inputRequests) : [];
    const answered = asked.map(async ([key, request]) => {
      const { method, params } = isJsonObject(request) ? request : {};
      return [key, await answerServer(typeof method === 'string' ? method : '', params, signal, key, about)] as const;
    });
    return Object.fromEntries(await Promise.all(answered));
  };
  return async (method, given, asking = {}) => {
    let params = given;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const marked = method === 'tools/call' ? headers(String(params?.['name']), params?.['arguments']) : undefined;
      const result = await ask(method, params, { ...asking, headers: marked });
      const { resultType = 'complete', inputRequests, requestState, ...rest } = result;
      if (resultType === 'complete') return withoutServerInfo(rest);
      if (resultType !== 'input_required')
        throw invalidResult(server, method, `its resultType is ${JSON.stringify(resultType)}`);
      const inputResponses = await answers(inputRequests, asking).catch((error: unknown) => {
        // A client of the same version knows which capabilities it has not declared, so pass this error on.
        if (!(error instanceof RpcError) || error.code === MODERN_ERRORS.missingCapability) throw error;
        // The client requested something else, so it could not understand this error.
        throw invalidResult(server, method, `it needs a capability that this client lacks (${error.message})`);
      });
      params = { ...given, inputResponses, ...(requestState !== undefined && { requestState }) };
    }
    throw invalidResult(server, method, `it has asked for more ${MAX_ROUNDS} times`);
  };
}

/** Removes `serverInfo` from a result, which earlier versions do not have. */
function withoutServerInfo(result: JsonObject): JsonObject {
  if (!isJsonObject(result['_meta']) || result['_meta'][META.server] === undefined) return result;
  const { [META.server]: _, ...meta } = result['_meta'];
  const { _meta, ...rest } = result;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

function invalidResult(server: string, method: string, why: string): MCPToolError {
  const message = `cannot use the answer of server ${JSON.stringify(server)} to ${JSON.stringify(method)}: ${why}`;
  return new MCPToolError('invalid_result', message, { server });
}

export interface ModernServerOptions {
  readonly server: string;
  readonly ask: AskServer;
  readonly clientInfo: object;
  /** See `ClientPort`. */
  readonly capabilities: (about?: AbortSignal) => JsonObject;
  readonly answerServer: AnswerServer;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly timers: Timers;
  /** True for HTTP, where some arguments are also sent as headers. */
  readonly isHttp: boolean;
}

/** A server of MCP 2026-07-28 behind the interface of earlier versions. */
export class ModernServer {
  readonly #options: ModernServerOptions;
  readonly #headersOf = new Map<string, readonly ParamHeader[]>();
  readonly #closing = new AbortController();
  readonly #send: AskServer;
  readonly #subscriptions: ModernSubscriptions;
  #logLevel: unknown;

  constructor(options: ModernServerOptions) {
    const { server, answerServer, timers } = options;
    this.#options = options;
    const ask: AskServer = (method, params, asking) =>
      options.ask(method, this.#withMeta(params, asking?.about), asking);
    const closing = this.#closing.signal;
    this.#send = createRounds({
      ...{ server, ask, answerServer, closing },
      headers: (tool, args) => {
        const marked = this.#headersOf.get(tool);
        return marked && paramHeaders(marked, args);
      },
    });
    this.#subscriptions = createModernSubscriptions({ ask, timers, closing });
  }

  /** Returns the server's facts. Rejects if it does not support the version. */
  async discover(): Promise<ServerFacts> {
    const method = 'server/discover';
    const found = await this.#options.ask(method, this.#withMeta(undefined));
    const { supportedVersions: versions, _meta } = found;
    const version = REQUEST_VERSIONS.find((one) => Array.isArray(versions) && versions.includes(one));
    if (version === undefined)
      throw invalidResult(this.#options.server, method, 'it supports no known protocol version');
    const serverInfo = isJsonObject(_meta) ? _meta[META.server] : undefined;
    return toServerFacts({ ...found, serverInfo, protocolVersion: version });
  }

  readonly ask: AskServer = async (method, params, asking) => {
    switch (method) {
      // Any answer shows that the server is there.
      case 'ping':
        return await this.#send('server/discover', undefined, asking);
      case 'logging/setLevel':
        this.#logLevel = params?.['level'];
        return {};
      case 'resources/subscribe':
        return await this.#subscriptions.watch(String(params?.['uri']));
      case 'resources/unsubscribe':
        this.#subscriptions.unwatch(String(params?.['uri']));
        return {};
      case 'tools/list': {
        const listed = await this.#send(method, params, asking);
        return this.#options.isHttp ? withoutInvalid(listed, this.#headersOf) : listed;
      }
      default:
        return await this.#send(method, params, asking);
    }
  };

  /** Handles a notification of one of our subscriptions. Returns false for any other notification. */
  notified(method: string, params: JsonObject): boolean {
    const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
    const { [META.subscription]: id, ...others } = meta;
    if (id === undefined) return false;
    if (this.#subscriptions.acknowledged(method, id, params)) return true;
    const { _meta, ...rest } = params;
    this.#options.onNotification(method, Object.keys(others).length === 0 ? rest : { ...rest, _meta: others });
    return true;
  }

  /** Number of requests that only wait for changes. */
  get listening(): number {
    return this.#subscriptions.listening;
  }

  /** Subscribes to changes of the server's lists. */
  listen(offered: JsonObject): void {
    const changes = Object.entries(LISTS).filter(([name]) => {
      const one = offered[name];
      return isJsonObject(one) && one['listChanged'] === true;
    });
    if (changes.length === 0) return;
    const asked = Object.fromEntries(changes.map(([, field]) => [field, true]));
    this.#subscriptions.listenTo(asked, this.#closing.signal).catch(() => {});
  }

  close(): void {
    this.#closing.abort(new Error('the connection is closed'));
  }

  #withMeta(params: JsonObject | undefined, about?: AbortSignal): JsonObject {
    const { clientInfo, capabilities } = this.#options;
    const own = {
      ...ownMeta({ clientInfo, capabilities: capabilities(about) }),
      ...(this.#logLevel !== undefined && { [META.logLevel]: this.#logLevel }),
    };
    return { ...params, _meta: { ...(params?.['_meta'] as JsonObject | undefined), ...own } };
  }
}

/** Capabilities by which a server announces notifications about changes, and the fields that subscribe to them. */
const LISTS: Readonly<Record<string, string>> = {
  tools: 'toolsListChanged',
  resources: 'resourcesListChanged',
  prompts: 'promptsListChanged',
};

/** Removes the tools whose header annotations are invalid. */
function withoutInvalid(listed: JsonObject, headersOf: Map<string, readonly ParamHeader[]>): JsonObject {
  const { tools } = listed;
  if (!Array.isArray(tools)) return listed;
  const valid = tools.filter((tool: unknown) => {
    const headers = isJsonObject(tool) ? paramHeadersOf(tool['inputSchema']) : [];
    const name = isJsonObject(tool) ? tool['name'] : undefined;
    if (typeof name === 'string' && headers !== undefined) headersOf.set(name, headers);
    return headers !== undefined;
  });
  return { ...listed, tools: valid };
}
