import { withBehind } from './behind.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { LoadedSources } from './config/load-sources.ts';
import { watchConfig } from './config/watch-config.ts';
import { createConnectionManager } from './connection/connection-manager.ts';
import type { ServerConnection, ServerFacts } from './connection/server-connection.ts';
import { createClientPort } from './downstream/client-port.ts';
import type { LogLevel } from './downstream/log-level.ts';
import type { FirstLists } from './first-lists.ts';
import type { GatewayClient, GatewayOptions } from './gateway-options.ts';
import { storedSignIns } from './oauth/stored-sign-ins.ts';
import { openTokenFile } from './oauth/token-file.ts';
import { watchSignIns } from './oauth/watch-sign-ins.ts';
import type { GatewayResources } from './resources/gateway-resources.ts';
import type { GatewayStatus } from './status/gateway-status.ts';
import type { GatewayTasks } from './tasks/gateway-tasks.ts';

export interface ConnectOptions extends GatewayOptions {
  readonly client: GatewayClient;
  /** What the configuration says. */
  readonly sources: LoadedSources;
  readonly catalog: Catalog;
  readonly resources: GatewayResources;
  readonly logLevel: LogLevel;
  readonly status: GatewayStatus;
  readonly firstLists: FirstLists;
  /** Undefined where the client has none. */
  readonly tasks: GatewayTasks | undefined;
}

/** The connections to all servers of the configuration, as it is now. */
export interface Connections {
  get(server: string): ServerConnection | undefined;
  all(): Iterable<ServerConnection>;
  close(): Promise<void>;
}

/** Connects to all servers and follows the configuration. Loaded once the client has what it asked first: the SDK is large. */
export async function connectAll(options: ConnectOptions): Promise<Connections> {
  const {
    client,
    catalog,
    resources,
    logLevel,
    status,
    firstLists,
    tasks,
    timers,
    root: cwd,
    env,
    location,
    sources,
    version,
  } = options;
  const { session, capabilities } = client;
  const { log } = status;
  const tell = (told: LoadedSources): void => {
    for (const { message, path } of told.warnings) log('warn', 'gateway.config_warning', { path, message });
    for (const { message } of told.faults) log('error', 'gateway.config_refused', { message });
  };
  // What one server lists may end no process.
  const failed = (error: unknown): void => log('error', 'gateway.failed', { message: String(error) });
  tell(sources);
  const manager = createConnectionManager({
    ...{ servers: sources.servers, env: withBehind(env, location.user), cwd, log, timers },
    clientInfo: { name: 'mcp-pruner', version },
    signIns: storedSignIns(options.home),
    client: createClientPort({
      ...{ session, capabilities, prefix: options.prefix, tasks },
      onUpdated: (server, uri) => {
        for (const known of resources.updated(server, uri))
          session.notify('notifications/resources/updated', { uri: known });
      },
    }),
    listener: {
      onState(connection) {
        status.connection(connection);
        firstLists.changed();
        if (connection.state !== 'connected') return resources.listChanged(connection.name);
        tasks?.connected(connection.name);
        logLevel.connected(connection);
        resources.connected(connection);
      },
      onLists({ name, facts }, lists) {
        if (lists.resources !== undefined) resources.listChanged(name);
        void catalog.setLists(name, lists, declaresTasks(facts)).then(() => firstLists.changed(), failed);
      },
      onListFailed({ name }, list) {
        catalog.listFailed(name, list);
        firstLists.changed();
      },
    },
  });
  for (const connection of manager.connections.values()) status.connection(connection);
  manager.start();
  const unwatch = await watchConfig({
    ...{ location, first: sources, timers },
    onChange: (diff, now) => {
      const { added, removed, changed } = diff;
      log('info', 'gateway.config_changed', { added, removed, changed });
      status.forget(removed);
      tell(now);
      void catalog.setServers(now.servers).then(() => manager.apply(now.servers), failed);
    },
    onFault: (message) => log('error', 'gateway.config_refused', { message }),
  });
  const unwatchSignIns = await watchSignIns({
    ...{ home: options.home, tokens: openTokenFile(options.home), timers },
    onChange: (servers) => {
      log('debug', 'gateway.signed_in', { servers: servers.size });
      for (const [name, connection] of manager.connections) if (servers.has(name)) connection.signedIn();
    },
    onFault: failed,
  }).catch((error: unknown) => {
    failed(error);
    return () => {};
  });
  return {
    get: (server) => manager.connections.get(server),
    all: () => manager.connections.values(),
    async close() {
      unwatch();
      unwatchSignIns();
      await manager.close();
    },
  };
}

/** Whether a server's tools can run as tasks: MCP 2025-11-25, "Tasks", "Server Capabilities". */
function declaresTasks(facts: ServerFacts | undefined): boolean {
  const tasks = facts?.capabilities['tasks'] as
    | { requests?: { tools?: { call?: unknown } | null } | null }
    | null
    | undefined;
  return (tasks?.requests?.tools?.call ?? undefined) !== undefined;
}
