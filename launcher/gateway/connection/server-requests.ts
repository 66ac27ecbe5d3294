import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { ClientPort, JsonObject } from './server-connection.ts';

/** What a server may ask, and the capability by which the client says that it can. */
const CAPABILITY_OF: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** Answers a request of a server: resolves to the client's result as it came, and rejects with an `RpcError`. */
export type AnswerServer = (method: string, params: unknown, signal: AbortSignal, key?: string) => Promise<JsonObject>;

/** Requests that wait for a person or another model. */
const TAKES_ITS_TIME: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create']);

/**
 * Hands on to the client what it has offered to do, params and results untouched. `onAsking`: a person or a model is being
 * asked, or none any more.
 */
export function forwardServerRequests(
  server: string,
  client: ClientPort,
  onAsking: (asking: boolean) => void,
): AnswerServer {
  let asking = 0;
  const asked = (change: 1 | -1): void => {
    const before = asking;
    asking += change;
    if (before + asking === 1) onAsking(asking === 1);
  };
  return async (method, params, signal, key) => {
    const capability = Object.hasOwn(CAPABILITY_OF, method) ? CAPABILITY_OF[method] : undefined;
    if (capability === undefined || client.capabilities[capability] === undefined) {
      throw new RpcError(RPC.methodNotFound, 'Method not found');
    }
    const waits = TAKES_ITS_TIME.has(method);
    if (waits) asked(1);
    try {
      return await client.request(server, method, params, signal, key);
    } catch (error) {
      throw error instanceof RpcError ? error : new RpcError(RPC.internalError, 'Internal error');
    } finally {
      if (waits) asked(-1);
    }
  };
}
