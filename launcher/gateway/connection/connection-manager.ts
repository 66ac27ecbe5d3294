import { isDeepStrictEqual } from 'node:util';
import { diffServers } from '../config/diff-servers.ts';
import { launchOf } from '../config/launch-of.ts';
import type { SourcedServer } from '../config/load-sources.ts';
import { createServerConnection, type ServerConnectionOptions } from './create-server-connection.ts';
import type { ServerConnection } from './server-connection.ts';
import { restartedFault } from './session-faults.ts';

export type ConnectionManagerOptions = Omit<ServerConnectionOptions, 'name' | 'server'> & {
  readonly servers: readonly SourcedServer[];
  readonly create?: (options: ServerConnectionOptions) => ServerConnection;
};

/** True if the connection can stay: only the tools that are offered, or times, have changed. */
function staysConnected(before: SourcedServer | undefined, now: SourcedServer): boolean {
  if (before?.ok !== true || !now.ok) return isDeepStrictEqual(before, now);
  return (
    before.config.enabled === now.config.enabled && isDeepStrictEqual(launchOf(before.config), launchOf(now.config))
  );
}

export interface ConnectionManager {
  /** In the order of the configuration; the map stays the same object. */
  readonly connections: ReadonlyMap<string, ServerConnection>;
  /** Puts a new configuration in the place of the last: a server that is started or called as before keeps its connection. */
  apply(servers: readonly SourcedServer[]): void;
  /** Starts a server anew, its process too; false if there is none of that name. */
  restart(name: string): boolean;
  /** Begins to connect to all, side by side; those that are added later too. */
  start(): void;
  close(): Promise<void>;
}

/** All servers of a configuration, each with a connection of its own. */
export function createConnectionManager(options: ConnectionManagerOptions): ConnectionManager {
  const { servers: first, create = createServerConnection, ...shared } = options;
  const connections = new Map<string, ServerConnection>();
  const closing = new Set<Promise<void>>();
  let current: readonly SourcedServer[] = [];
  let started = false;
  let closed = false;

  const end = (connection: ServerConnection | undefined, toFault?: typeof restartedFault): Promise<void> => {
    const done = (connection?.close(toFault) ?? Promise.resolve()).finally(() => closing.delete(done));
    closing.add(done);
    return done;
  };

  /** Two processes of one name never run at once: they may want the same port or file. */
  const replace = (server: SourcedServer, free?: Promise<void>): void => {
    const { name } = server;
    const connection = create({ ...shared, name, server });
    connections.set(name, connection);
    if (started && free === undefined) connection.start();
    else if (started) void free?.then(() => (connections.get(name) === connection ? connection.start() : undefined));
  };

  const apply = (servers: readonly SourcedServer[]): void => {
    if (closed) return;
    const { removed } = diffServers(current, servers);
    const earlier = new Map(current.map((server) => [server.name, server]));
    const before = new Map(connections);
    connections.clear();
    for (const name of removed) void end(before.get(name));
    for (const server of servers) {
      const { name } = server;
      const old = before.get(name);
      if (old !== undefined && staysConnected(earlier.get(name), server)) {
        old.configure(server);
        connections.set(name, old);
        continue;
      }
      replace(server, old && end(old));
    }
    current = servers;
  };

  apply(first);
  return {
    connections,
    apply,
    restart(name) {
      const server = current.find((one) => one.name === name);
      const old = connections.get(name);
      if (server === undefined || old === undefined || closed) return false;
      replace(server, end(old, restartedFault));
      return true;
    },
    start() {
      if (started || closed) return;
      started = true;
      for (const connection of connections.values()) connection.start();
    },
    async close() {
      closed = true;
      for (const connection of connections.values()) void end(connection);
      await Promise.all(closing);
    },
  };
}
