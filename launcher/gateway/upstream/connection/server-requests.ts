import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { RPC } from '../../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import type { ClientPort } from './server-connection.ts';

/** Answers a request of a server with the client's raw result, or rejects with an `RpcError`. */
export type AnswerServer = (
  method: string,
  params: unknown,
  signal: AbortSignal,
  key?: string,
  about?: AbortSignal,
) => Promise<JsonObject>;

/** Requests that wait for a person or another model. */
const TAKES_ITS_TIME: ReadonlySet<string> = new Set(['sampling/createMessage', 'elicitation/create']);

/**
 * Answers pings, and forwards requests that the client supports, with params and results unchanged. Calls `onAsking`
 * with true when the client starts to ask a person or model, and with false when no such question is left.
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
  return async (method, params, signal, key, about) => {
    if (method === 'ping') return {};
    const waits = TAKES_ITS_TIME.has(method);
    if (waits) asked(1);
    try {
      return await client.request(server, method, params, signal, key, about);
    } catch (error) {
      throw error instanceof RpcError ? error : new RpcError(RPC.internalError, 'Internal error');
    } finally {
      if (waits) asked(-1);
    }
  };
}
