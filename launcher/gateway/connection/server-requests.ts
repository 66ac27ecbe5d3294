import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { ClientPort, JsonObject } from './server-connection.ts';

/** What a server may ask, and the capability by which the client says that it can. */
const CAPABILITY_OF: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

interface ServerRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

export interface ServerRequests {
  /** Resolves to the client's result as it came; rejects with an `RpcError`. */
  answer(request: ServerRequest, signal: AbortSignal): Promise<JsonObject>;
  /** The request with id 0 is taken back. */
  cancelZero(): void;
}

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
): ServerRequests {
  let asking = 0;
  const asked = (change: 1 | -1): void => {
    const before = asking;
    asking += change;
    if (before + asking === 1) onAsking(asking === 1);
  };
  let zero: AbortController | undefined;
  return {
    async answer({ id, method, params }, signal) {
      const capability = Object.hasOwn(CAPABILITY_OF, method) ? CAPABILITY_OF[method] : undefined;
      if (capability === undefined || client.capabilities[capability] === undefined) {
        throw new RpcError(RPC.methodNotFound, 'Method not found');
      }
      const own = new AbortController();
      if (id === 0) zero = own;
      const waits = TAKES_ITS_TIME.has(method);
      if (waits) asked(1);
      try {
        return await client.request(server, method, params, AbortSignal.any([signal, own.signal]));
      } catch (error) {
        throw error instanceof RpcError ? error : new RpcError(RPC.internalError, 'Internal error');
      } finally {
        if (zero === own) zero = undefined;
        if (waits) asked(-1);
      }
    },
    cancelZero: () => zero?.abort(),
  };
}
