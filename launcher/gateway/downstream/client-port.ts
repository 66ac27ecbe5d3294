import { RPC } from '../../../src/mcp/json-rpc.ts';
import { isLogLevel } from '../../../src/mcp/log-levels.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { ClientSession } from '../../server/client-session.ts';
import { isJsonObject } from '../connection/is-json-object.ts';
import type { ClientPort, JsonObject } from '../connection/server-connection.ts';
import type { GatewayTasks } from '../tasks/gateway-tasks.ts';

/** What servers may ask, and the capability that a client needs to be asked it. */
const ASKED: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

/** Notifications that a client is sent as they are; its lists and updated resources are told by who knows their names. */
const HANDED_ON = ['notifications/elicitation/complete'];

export interface ClientPortOptions {
  readonly session: ClientSession;
  /** All that the client said it can. */
  readonly capabilities: JsonObject;
  /** False: loggers keep their names. */
  readonly prefix: boolean;
  /** Undefined where the client has no tasks. */
  readonly tasks?: Pick<GatewayTasks, 'fromServer' | 'toServer' | 'status'> | undefined;
  /** A server says that a resource has changed. */
  readonly onUpdated: (server: string, uri: string) => void;
}

/** The client, as all servers behind us see it: each is offered what this client can, and nothing else. */
export function createClientPort({ session, capabilities, prefix, tasks, onUpdated }: ClientPortOptions): ClientPort {
  const offered = Object.fromEntries(
    Object.values(ASKED).flatMap((name) => (capabilities[name] === undefined ? [] : [[name, capabilities[name]]])),
  );
  return {
    // Empty: no server is to ask for a task in its turn.
    capabilities: tasks === undefined ? offered : { ...offered, tasks: {} },
    async request(server, method, params, signal, key) {
      const needed = ASKED[method];
      if (needed === undefined || offered[needed] === undefined) {
        throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
      }
      if (tasks === undefined || !isJsonObject(params)) return await session.request(method, params, signal, key);
      return tasks.toServer(server, await session.request(method, tasks.fromServer(server, params), signal, key));
    },
    notified(server, method, given) {
      const params = tasks?.fromServer(server, given) ?? given;
      if (method === 'notifications/message') {
        // One without its fields no client can read.
        if (!isLogLevel(params['level']) || params['data'] === undefined) return;
        session.notify(method, prefix ? withLogger(server, params) : params);
      } else if (method === 'notifications/resources/updated') onUpdated(server, String(params['uri']));
      else if (HANDED_ON.includes(method)) session.notify(method, params);
      else if (method === 'notifications/tasks/status') {
        const status = tasks?.status(server, given);
        if (status !== undefined) session.notify(method, status);
      }
    },
  };
}

function withLogger(server: string, params: JsonObject): JsonObject {
  const { logger } = params;
  return { ...params, logger: typeof logger === 'string' && logger !== '' ? `${server}/${logger}` : server };
}
