import type { LoadedServer } from '../gateway/config/server-config.ts';
import {
  createServerConnection,
  type ServerConnectionOptions,
} from '../gateway/upstream/connection/create-server-connection.ts';
import type { ServerConnection, ServerLists } from '../gateway/upstream/connection/server-connection.ts';

type Given = Pick<ServerConnectionOptions, 'env' | 'cwd' | 'timers'> & {
  readonly version: string;
  readonly signIns?: ServerConnectionOptions['signIns'];
  readonly onLists?: (lists: Partial<ServerLists>) => void;
};

/** Connects to one server for a single try. The server cannot ask the client for anything, and nothing is logged. */
export function connectServer(server: LoadedServer, { version, signIns, onLists, ...given }: Given): ServerConnection {
  return createServerConnection({
    ...given,
    ...(signIns === undefined ? {} : { signIns }),
    name: server.name,
    server: server.ok ? { ...server, config: { ...server.config, autoReconnect: false } } : server,
    client: { capabilities: () => ({}), request: () => Promise.reject(new Error('nobody is asked')), notified() {} },
    clientInfo: { name: 'mcp-pruner', version },
    listener: { onState() {}, onLists: (_, lists) => onLists?.(lists) },
    log: () => {},
  });
}
