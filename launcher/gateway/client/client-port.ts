import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { ClientSession } from '../../../src/mcp/calls/client-session.ts';
import { CAPABILITY_OF } from '../../../src/mcp/calls/client-session.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { isLogLevel, type LogLevel } from '../../../src/mcp/log-levels.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { ClientPort } from '../upstream/connection/server-connection.ts';
import { type CallTurns, UNKNOWN_CALLER } from './call-turns.ts';
import { passedExtensions } from './extensions.ts';

/**
 * Notifications to forward unchanged. Notifications about lists and updated resources are handled elsewhere, because they need
 * our own names.
 */
const HANDED_ON = ['notifications/elicitation/complete'];

export interface ClientPortOptions {
  readonly session: ClientSession;
  /** All capabilities that the client declared. */
  readonly capabilities: JsonObject;
  /** False to keep logger names unchanged. */
  readonly prefix: boolean;
  /** True for log messages of a level that the client wants, whatever level the server was told. */
  readonly isWanted: (level: LogLevel) => boolean;
  /** Undefined if all requests come from one agent. */
  readonly turns?: CallTurns | undefined;
  /** Called when a server reports that a resource has changed. */
  readonly onUpdated: (server: string, uri: string) => void;
}

/** Creates the client as all servers see it. It offers them exactly what this client supports. */
export function createClientPort(options: ClientPortOptions): ClientPort {
  const { session, capabilities, prefix, isWanted, turns, onUpdated } = options;
  const offered = (about?: AbortSignal): JsonObject => {
    const declared = (about && session.capabilitiesOf?.(about)) ?? capabilities;
    const known = Object.values(CAPABILITY_OF).filter((name) => declared[name] !== undefined);
    const extensions = passedExtensions(declared);
    return { ...Object.fromEntries(known.map((name) => [name, declared[name]])), ...(extensions && { extensions }) };
  };
  return {
    capabilities: offered,
    async request(server, method, params, signal, key, known) {
      const needed = Object.hasOwn(CAPABILITY_OF, method) ? CAPABILITY_OF[method] : undefined;
      if (needed === undefined || offered(known)[needed] === undefined) {
        // The session refuses this with the error of MCP 2026-07-28. Roots would wait for a request that declares them.
        if (needed !== undefined && needed !== 'roots' && session.capabilitiesOf)
          return await session.request(method, params, signal, key, known);
        throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
      }
      const asked = known === undefined ? await turns?.callerOf(server, signal) : undefined;
      const caller = known ?? asked?.caller;
      const ending = asked === undefined ? signal : AbortSignal.any([signal, asked.expiry]);
      try {
        if (caller === 'unknown' || (caller === 'none' && method !== 'roots/list'))
          throw new RpcError(RPC.internalError, UNKNOWN_CALLER);
        return await session.request(method, params, ending, key, caller === 'none' ? undefined : caller);
      } finally {
        asked?.close();
      }
    },
    notified(server, method, params) {
      if (method === 'notifications/message') {
        // No client can parse a message without these fields.
        const { level, data } = params;
        if (!isLogLevel(level) || data === undefined || !isWanted(level)) return;
        session.notify(method, prefix ? withLogger(server, params) : params);
      } else if (method === 'notifications/resources/updated') {
        if (typeof params['uri'] === 'string') onUpdated(server, params['uri']);
      } else if (HANDED_ON.includes(method)) session.notify(method, params);
    },
  };
}

function withLogger(server: string, params: JsonObject): JsonObject {
  const { logger } = params;
  return { ...params, logger: typeof logger === 'string' && logger !== '' ? `${server}/${logger}` : server };
}
