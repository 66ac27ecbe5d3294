import type { ReachingClient } from '../server/other-servers.ts';
import type { Approvals } from './approval/approvals.ts';
import { APPROVED_FILE } from './approval/approved-file.ts';
import { withBehind } from './behind.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { LoadedSources } from './config/load-sources.ts';
import { watchConfig, watchOnDisk } from './config/watch-config.ts';
import { createConnectionManager } from './connection/connection-manager.ts';
import type { ServerConnection, ServerFacts } from './connection/server-connection.ts';
import { createClientPort } from './downstream/client-port.ts';
import type { LogLevel } from './downstream/log-level.ts';
import type { FirstLists } from './first-lists.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { storedSignIns } from './oauth/stored-sign-ins.ts';
import { openTokenFile } from './oauth/token-file.ts';
import { watchSignIns } from './oauth/watch-sign-ins.ts';
import type { GatewayResources } from './resources/gateway-resources.ts';
import { sharedSocket } from './shared/shared-socket.ts';
import { startGateway } from './shared/start-gateway.ts';
import type { GatewayStatus } from './status/gateway-status.ts';
import { watchRestarts } from './status/restart-requests.ts';
import type { GatewayTasks } from './tasks/gateway-tasks.ts';
import type { SharedGateway } from './transport/open-transport.ts';

export interface ConnectOptions extends GatewayOptions {
  readonly client: ReachingClient;
  /** What the configuration says. */
  readonly sources: LoadedSources;
  readonly catalog: Catalog;
  readonly approvals: Approvals;
  readonly resources: GatewayResources;
  readonly logLevel: LogLevel;
  readonly status: GatewayStatus;
  readonly firstLists: FirstLists;
  /** Undefined where the client has none. */
  readonly tasks: GatewayTasks | undefined;
  /** A server has printed a line on stderr. */
  readonly onPrinted: (server: string, line: string) => void;
  /** A server says something else of itself than it did before. */
  readonly onInstructions: () => void;
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
    approvals,
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
    onPrinted: options.onPrinted,
    shared: sharedGateway(options),
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
        if (catalog.setInstructions(connection.name, connection.facts?.instructions)) options.onInstructions();
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
      approvals.setMode(now.approve ?? 'off');
      catalog.approvedAnew();
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
  // In a folder that cannot be written nobody asks for anything either.
  const watched = (watch: () => () => void): (() => void) => {
    try {
      return watch();
    } catch (error) {
      failed(error);
      return () => {};
    }
  };
  const unwatchApprovals = watched(() =>
    watchOnDisk(options.home, (name) => {
      if (name === null || name === APPROVED_FILE) void approvals.reload().then(catalog.approvedAnew, failed);
    }),
  );
  const onRestart = (server: string): void => {
    log('info', 'gateway.restarted', { server, known: manager.restart(server) });
    const connection = manager.connections.get(server);
    if (connection !== undefined) status.connection(connection);
  };
  const unwatchRestarts = watched(() => watchRestarts({ home: options.home, pid: process.pid, onRestart }));
  return {
    get: (server) => manager.connections.get(server),
    all: () => manager.connections.values(),
    async close() {
      unwatch();
      unwatchSignIns();
      unwatchRestarts();
      unwatchApprovals();
      await manager.close();
    },
  };
}

/** The process that runs shared servers, which is started when the first of them is needed. */
function sharedGateway({ home, version, env, timers }: ConnectOptions): SharedGateway | undefined {
  const socket = sharedSocket(home, version, process.platform);
  return socket === undefined ? undefined : { socket, start: () => startGateway({ home, socket, env, timers }) };
}

/** Whether a server's tools can run as tasks: MCP 2025-11-25, "Tasks", "Server Capabilities". */
function declaresTasks(facts: ServerFacts | undefined): boolean {
  const tasks = facts?.capabilities['tasks'] as
    | { requests?: { tools?: { call?: unknown } | null } | null }
    | null
    | undefined;
  return (tasks?.requests?.tools?.call ?? undefined) !== undefined;
}
