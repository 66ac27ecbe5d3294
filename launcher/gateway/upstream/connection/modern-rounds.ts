import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../../src/base/json/json-object.ts';
import { META, MODERN_ERRORS } from '../../../../src/mcp/modern/request-meta.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import { MCPToolError } from '../../config/server-errors.ts';
import type { AskServer, AskServerOptions } from './ask-server.ts';
import type { AnswerServer } from './server-requests.ts';

/** Max times that a server may ask for input during one request. */
const MAX_ROUNDS = 16;

export interface RoundsOptions {
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
export function createRounds({ server, ask, answerServer, headers, closing }: RoundsOptions): AskServer {
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

export function invalidResult(server: string, method: string, why: string): MCPToolError {
  const message = `cannot use the answer of server ${JSON.stringify(server)} to ${JSON.stringify(method)}: ${why}`;
  return new MCPToolError('invalid_result', message, { server });
}
