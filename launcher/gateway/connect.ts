import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../../src/base/events/event-log.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { Timers } from '../platform/timers.ts';
import type { ReachingClient } from '../tools/calls/other-servers.ts';
import type { Approvals } from './approval/approvals.ts';
import { APPROVED_FILE } from './approval/approved-file.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { CallTurns } from './client/call-turns.ts';
import { createClientPort } from './client/client-port.ts';
import { passedExtensions } from './client/extensions.ts';
import type { ClientLogLevel } from './client/log-level.ts';
import type { LoadedSources } from './config/load-sources.ts';
import { type WatchFolder, watchConfig, watchOnDisk } from './config/watch-config.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { withRecursionMark } from './recursion-guard.ts';
import type { GatewayResources } from './resources/gateway-resources.ts';
import { storedSignIns } from './sign-in/stored-sign-ins.ts';
import { openTokenFile, TOKEN_FILE, type TokenFile } from './sign-in/token-file.ts';
import type { GatewayStatus } from './status/gateway-status.ts';
import { watchRestarts } from './status/restart-requests.ts';
import { ConnectionManager } from './upstream/connection/connection-manager.ts';
import type { ServerConnection } from './upstream/connection/server-connection.ts';

interface WatchSignInsOptions {
  readonly home: string;
  readonly tokens: TokenFile;
  readonly timers: Timers;
  /** Called with the servers whose tokens have changed. */
  readonly onChange: (servers: ReadonlySet<string>) => void;
  readonly onFault: (error: unknown) => void;
  readonly watchFolder?: WatchFolder;
}

/** Quiet time before the file is read, in milliseconds. */
const SETTLE_MS = 50;

/** Watches sign-ins made with `mcp auth` in any process. Resolves to a function that stops watching. */
export async function watchSignIns(options: WatchSignInsOptions): Promise<() => void> {
  const { home, tokens, timers, onChange, onFault, watchFolder = watchOnDisk } = options;
  makeFolder(home);
  let cancel = (): void => {};
  let closed = false;
  let reading = Promise.resolve();
  let known: ReadonlyMap<string, unknown> = new Map();
  const read = async (): Promise<void> => {
    const now = await tokens.signedIn();
    const changed = [...now].filter(([key, signIn]) => !isDeepStrictEqual(signIn, known.get(key)));
    known = now;
    // A key starts with the server's name, which may contain spaces.
    const servers = changed.map(([key]) => key.split(' ').slice(0, -2).join(' '));
    if (!closed && servers.length > 0) onChange(new Set(servers));
  };
  const touch = (): void => {
    cancel();
    cancel = timers.after(SETTLE_MS, () => {
      reading = reading.then(read).catch(onFault);
    });
  };
  const unwatch = watchFolder(home, (name) => (name === null || name === TOKEN_FILE ? touch() : undefined));
  // Existing sign-ins are not changes.
  known = await tokens.signedIn().catch(() => new Map());
  return () => {
    closed = true;
    cancel();
    unwatch();
  };
}

export interface ConnectOptions extends GatewayOptions {
  readonly client: ReachingClient;
  /** The loaded configuration. */
  readonly sources: LoadedSources;
  readonly catalog: Catalog;
  readonly approvals: Approvals;
  readonly resources: GatewayResources;
  readonly logLevel: ClientLogLevel;
  readonly status: GatewayStatus;
  /** Called when a server has changed its state, given a list, or failed to give one. */
  readonly onHeard: () => void;
  /** Undefined if all requests come from one agent. */
  readonly turns: CallTurns | undefined;
  /** Called for each line that a server prints on stderr. */
  readonly onPrinted: (server: string, line: string) => void;
  /** Called when a server's instructions have changed, or it has extensions. */
  readonly onInstructions: () => void;
}

/** Connections to all servers of the current configuration. */
export type Connections = Awaited<ReturnType<typeof connectAll>>;

/**
 * Connects to all servers and follows changes of the configuration. Loaded after the client's first requests are
 * answered, because it takes time to load.
 */
export async function connectAll(options: ConnectOptions) {
  const { status, sources } = options;
  // Errors about one server's lists must not end the process.
  const failed: Failed = (error) => status.log('error', 'gateway.failed', { message: String(error) });
  tellFaults(status.log, sources);
  const manager = openManager(options, failed);
  for (const connection of manager.connections.values()) status.connection(connection);
  manager.start();
  const unwatch = [
    await followConfig(options, manager, failed),
    await followSignIns(options, manager, failed),
    followApprovals(options, failed),
    followRestarts(options, manager, failed),
  ];
  return {
    get: (server: string): ServerConnection | undefined => manager.connections.get(server),
    all: (): Iterable<ServerConnection> => manager.connections.values(),
    async close(): Promise<void> {
      for (const stop of unwatch) stop();
      await manager.close();
    },
  };
}

type Failed = (error: unknown) => void;
type Unwatch = () => void;

function tellFaults(log: EventLog, { warnings, faults }: LoadedSources): void {
  for (const { message, path } of warnings) log('warn', 'gateway.config_warning', { path, message });
  for (const { message } of faults) log('error', 'gateway.config_refused', { message });
}

/** Creates the connections, and forwards their events. */
function openManager(options: ConnectOptions, failed: Failed): ConnectionManager {
  const { catalog, resources, logLevel, status, onHeard } = options;
  const { session, capabilities } = options.client;
  return new ConnectionManager({
    ...{ servers: options.sources.servers, cwd: options.root, log: status.log, timers: options.timers },
    env: withRecursionMark(options.env, options.location.user),
    clientInfo: { name: 'mcp-pruner', version: options.version },
    signIns: storedSignIns(options.home),
    onPrinted: options.onPrinted,
    shared: options.shared,
    client: createClientPort({
      ...{ session, capabilities, prefix: options.prefix, turns: options.turns },
      // Until a level is set, a server decides.
      isWanted: (level) => logLevel.wants(level, 'debug'),
      onUpdated: (server, uri) => {
        for (const known of resources.updated(server, uri))
          session.notify('notifications/resources/updated', { uri: known });
      },
    }),
    listener: {
      onState(connection) {
        status.connection(connection);
        onHeard();
        if (connection.state !== 'connected') return resources.listChanged(connection.name);
        const { instructions, capabilities = {} } = connection.facts ?? {};
        const isTold = catalog.setInstructions(connection.name, instructions);
        if (isTold || passedExtensions(capabilities) !== undefined) options.onInstructions();
        logLevel.connected(connection);
        resources.connected(connection);
      },
      onLists({ name }, lists) {
        if (lists.resources !== undefined) resources.listChanged(name);
        void catalog.setLists(name, lists).then(onHeard, failed);
      },
      onListFailed({ name }, list) {
        catalog.listFailed(name, list);
        onHeard();
      },
    },
  });
}

function followConfig(options: ConnectOptions, manager: ConnectionManager, failed: Failed): Promise<Unwatch> {
  const { location, sources: first, timers, status, approvals, catalog } = options;
  const { log } = status;
  return watchConfig({
    ...{ location, first, timers },
    onChange: ({ added, removed, changed }, now) => {
      log('info', 'gateway.config_changed', { added, removed, changed });
      status.forget(removed);
      tellFaults(log, now);
      approvals.setMode(now.approve ?? 'off');
      catalog.approvedAnew();
      void catalog.setServers(now.servers).then(() => manager.apply(now.servers), failed);
    },
    onFault: (message) => log('error', 'gateway.config_refused', { message }),
  });
}

async function followSignIns(
  { home, timers, status }: ConnectOptions,
  manager: ConnectionManager,
  failed: Failed,
): Promise<Unwatch> {
  const watching = watchSignIns({
    ...{ home, tokens: openTokenFile(home), timers },
    onChange: (servers) => {
      status.log('debug', 'gateway.signed_in', { servers: servers.size });
      for (const [name, connection] of manager.connections) if (servers.has(name)) connection.signedIn();
    },
    onFault: failed,
  });
  return watching.catch((error: unknown) => {
    failed(error);
    return () => {};
  });
}

function followApprovals({ home, approvals, catalog }: ConnectOptions, failed: Failed): Unwatch {
  const onChange = (name: string | null): void => {
    if (name === null || name === APPROVED_FILE) void approvals.reload().then(() => catalog.approvedAnew(), failed);
  };
  return watched(() => watchOnDisk(home, onChange), failed);
}

function followRestarts({ home, status, shared }: ConnectOptions, manager: ConnectionManager, failed: Failed): Unwatch {
  const onRestart = (server: string): void => {
    shared?.restart(server);
    status.log('info', 'gateway.restarted', { server, known: manager.restart(server) });
    const connection = manager.connections.get(server);
    if (connection !== undefined) status.connection(connection);
  };
  return watched(() => watchRestarts({ home, pid: process.pid, onRestart }), failed);
}

/**
 * Watches a folder. If that fails, reports the error and watches nothing: nobody can leave a request in a folder that
 * is not writable either.
 */
function watched(watch: () => Unwatch, failed: Failed): Unwatch {
  try {
    return watch();
  } catch (error) {
    failed(error);
    return () => {};
  }
}
