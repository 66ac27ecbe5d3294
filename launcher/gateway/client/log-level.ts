import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { isLogLevel, LOG_LEVELS, type LogLevel } from '../../../src/mcp/log-levels.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';

/** Log level that the client wants, for all servers that send log messages. */
export type ClientLogLevel = ReturnType<typeof createLogLevel>;

const NEVER = new AbortController().signal;

export function createLogLevel() {
  let level: LogLevel | undefined;
  const send = (to: ServerConnection): void => {
    if (level === undefined || to.state !== 'connected' || to.facts?.capabilities['logging'] === undefined) return;
    // A server that refuses the level keeps its own.
    void to.request('logging/setLevel', { level }, { signal: NEVER, repeatable: true }).catch(() => {});
  };
  return {
    /** Sets the level. Throws an `RpcError` for a level that MCP does not have. */
    set(params: JsonObject, connections: Iterable<ServerConnection>): void {
      if (!isLogLevel(params['level'])) {
        throw invalidParams(
          'logging/setLevel',
          undefined,
          [{ path: 'level', code: 'invalid_value' }],
          `level: expected one of ${LOG_LEVELS.join(', ')}`,
        );
      }
      level = params['level'];
      for (const connection of connections) send(connection);
    },
    /** True if the client wants messages of this level. Until it sets a level, it gets those from `least` on. */
    wants: (one: LogLevel, least: LogLevel): boolean => LOG_LEVELS.indexOf(one) >= LOG_LEVELS.indexOf(level ?? least),
    /** Sends the level to a server that has just connected. */
    connected: send,
  };
}
