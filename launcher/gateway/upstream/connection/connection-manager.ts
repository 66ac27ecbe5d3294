import { isDeepStrictEqual } from 'node:util';
import { diffServers } from '../../config/diff-servers.ts';
import { launchPartOf } from '../../config/launch-of.ts';
import type { SourcedServer } from '../../config/load-sources.ts';
import { createServerConnection, type ServerConnectionOptions } from './create-server-connection.ts';
import type { ServerConnection, Successor } from './server-connection.ts';
import { restartedFault } from './session-faults.ts';

export type ConnectionManagerOptions = Omit<ServerConnectionOptions, 'name' | 'server'> & {
  readonly servers: readonly SourcedServer[];
  readonly create?: (options: ServerConnectionOptions) => ServerConnection;
};

/** True if the connection can stay, because only timeouts or the offered tools have changed. */
function staysConnected(before: SourcedServer | undefined, now: SourcedServer): boolean {
  if (before?.ok !== true || !now.ok) return isDeepStrictEqual(before, now);
  return (
    before.config.enabled === now.config.enabled &&
    isDeepStrictEqual(launchPartOf(before.config), launchPartOf(now.config))
  );
}

/** Creates connections for all servers of a configuration. */
export class ConnectionManager {
  /** Connections in the order of the configuration. The map object never changes. */
  readonly connections = new Map<string, ServerConnection>();
  readonly #create: (server: SourcedServer) => ServerConnection;
  readonly #closing = new Set<Promise<void>>();
  #current: readonly SourcedServer[] = [];
  #isStarted = false;
  #isClosed = false;

  constructor({ servers, create = createServerConnection, ...shared }: ConnectionManagerOptions) {
    this.#create = (server) => create({ ...shared, name: server.name, server });
    this.apply(servers);
  }

  /** Applies a new configuration. A server whose command or URL stays the same keeps its connection. */
  apply(servers: readonly SourcedServer[]): void {
    if (this.#isClosed) return;
    const { removed } = diffServers(this.#current, servers);
    const earlier = new Map(this.#current.map((server) => [server.name, server]));
    const before = new Map(this.connections);
    this.connections.clear();
    for (const name of removed) void this.#end(before.get(name));
    for (const server of servers) {
      const { name } = server;
      const old = before.get(name);
      if (old !== undefined && staysConnected(earlier.get(name), server)) {
        old.configure(server);
        this.connections.set(name, old);
      } else this.#replace(server, old && this.#end(old));
    }
    this.#current = servers;
  }

  /** Restarts a server, including its process. Returns false if there is none of that name. */
  restart(name: string): boolean {
    const server = this.#current.find((one) => one.name === name);
    const old = this.connections.get(name);
    if (server === undefined || old === undefined || this.#isClosed) return false;
    const ended: Promise<void> = this.#end(old, restartedFault, () => ended.then(() => this.connections.get(name)));
    this.#replace(server, ended);
    return true;
  }

  /** Starts connecting to all servers in parallel, and later to those that are added. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    for (const connection of this.connections.values()) connection.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.connections.values()) void this.#end(connection);
    await Promise.all(this.#closing);
  }

  /** Starts a server only after the old one of that name has ended, because both may need the same port or file. */
  #replace(server: SourcedServer, free?: Promise<void>): void {
    const { name } = server;
    const connection = this.#create(server);
    this.connections.set(name, connection);
    if (!this.#isStarted) return;
    if (free === undefined) connection.start();
    else void free.then(() => (this.connections.get(name) === connection ? connection.start() : undefined));
  }

  #end(connection: ServerConnection | undefined, toFault?: typeof restartedFault, next?: Successor): Promise<void> {
    const done = (connection?.close(toFault, next) ?? Promise.resolve()).finally(() => this.#closing.delete(done));
    this.#closing.add(done);
    return done;
  }
}
