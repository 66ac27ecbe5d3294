import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { isLogLevel } from '../../../src/mcp/log-levels.ts';
import type { JsonObject, ServerConnection } from '../connection/server-connection.ts';

/** The level that the client wants log messages from, for every server that sends any. */
export interface LogLevel {
  /** Throws an `RpcError` for a level that MCP does not have. */
  set(params: JsonObject, connections: Iterable<ServerConnection>): void;
  /** A connection is new. */
  connected(connection: ServerConnection): void;
}

const NEVER = new AbortController().signal;

export function createLogLevel(): LogLevel {
  let level: unknown;
  const send = (to: ServerConnection): void => {
    if (level === undefined || to.state !== 'connected' || to.facts?.capabilities['logging'] === undefined) return;
    // A server that refuses it logs as it likes.
    void to.request('logging/setLevel', { level }, { signal: NEVER, repeatable: true }).catch(() => {});
  };
  return {
    set(params, connections) {
      if (!isLogLevel(params['level'])) {
        throw invalidParams('logging/setLevel', undefined, [{ path: 'level', code: 'invalid_value' }]);
      }
      level = params['level'];
      for (const connection of connections) send(connection);
    },
    connected: send,
  };
}
