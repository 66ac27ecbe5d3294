import { existsSync } from 'node:fs';
import type { ReachingClient } from '../server/other-servers.ts';
import { createApprovals } from './approval/approvals.ts';
import { openApprovedFile } from './approval/approved-file.ts';
import type { GatewayResult } from './calls/gateway-result.ts';
import { createCatalog } from './catalog/catalog.ts';
import { createGatewayNames } from './catalog/gateway-names.ts';
import { instructionsOf } from './catalog/instructions-of.ts';
import { createRememberedLists } from './catalog/remembered-lists.ts';
import type { ConfigLocation } from './config/config-location.ts';
import type { LoadedSources } from './config/load-sources.ts';
import type { Connections } from './connect.ts';
import type { JsonObject, ServerConnection } from './connection/server-connection.ts';
import { complete } from './downstream/complete.ts';
import { createListChanges } from './downstream/list-changes.ts';
import { createLogLevel } from './downstream/log-level.ts';
import { createFirstLists } from './first-lists.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { createGatewayTools, type GatewayTools } from './gateway-tools.ts';
import { CALL_TOOL, FIND_TOOL } from './lazy/lazy-names.ts';
import { createServerLogs } from './logs/server-logs.ts';
import { createGatewayPrompts, type GatewayPrompts } from './prompts/gateway-prompts.ts';
import { createGatewayResources, type GatewayResources } from './resources/gateway-resources.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';
import { createGatewayStatus } from './status/gateway-status.ts';
import { removeStatus, writeStatus } from './status/status-file.ts';
import type { GatewayTasks } from './tasks/gateway-tasks.ts';

/** Other MCP servers behind this one. */
export interface Gateway {
  /** Connects to the servers, side by side; those who list something wait for none of them. */
  start(client: ReachingClient): Promise<void>;
  readonly tools: GatewayTools;
  readonly resources: GatewayResources;
  readonly prompts: GatewayPrompts;
  /** Undefined before it is started, and where the client has none. */
  readonly tasks: GatewayTasks | undefined;
  complete(params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  setLogLevel(params: JsonObject): void;
  /** A notification of the client. */
  notified(method: string, params: unknown): void;
  close(): Promise<void>;
}

/** Reads the configuration and what is remembered of its servers. Connects to none. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { location, home, root, timers } = options;
  const own = { pid: process.pid, timers, now: () => new Date() };
  const logs = createServerLogs({ ...own, log: options.log, home });
  const status = createGatewayStatus({
    ...{ ...own, log: logs.log, root },
    write: (written) => writeStatus(home, written),
    remove: () => removeStatus(home, process.pid),
  });
  const { log } = status;
  const sources = await readSources(location);
  const prefix = options.prefix || sources.servers.length !== 1;
  const bare = prefix ? undefined : sources.servers[0]?.name;
  const configured = (): readonly string[] => catalog.configured();
  let client: ReachingClient | undefined;
  let opened = false;
  const snapshot = createSnapshotWriter(timers, async () => {
    const listed = await tools.listed();
    const isLazy = listed.some(({ tool }) => tool['name'] === FIND_TOOL);
    options.told.write({ isLazy, text: instructionsOf(catalog.servers()) });
    options.snapshot.write(listed);
  });
  const changes = createListChanges(timers, (method) => client?.session.notify(method));
  const remembered = createRememberedLists(home, timers);
  const approvals = createApprovals(openApprovedFile(home, timers), log);
  approvals.setMode(sources.approve ?? 'off');
  await approvals.reload();
  const catalog = createCatalog({
    toolNames: createGatewayNames({ configured, bare, taken: [...options.taken, FIND_TOOL, CALL_TOOL] }),
    remembered,
    approvals,
    log,
    onChange: (kinds) => {
      // What is remembered is no change.
      if (opened) changes.changed(kinds);
      if (kinds.has('tools')) snapshot.changed();
    },
  });
  await catalog.setServers(sources.servers);
  opened = true;
  snapshot.changed();

  let connections: Connections | undefined;
  let starting: Promise<void> | undefined;
  let tasks: GatewayTasks | undefined;
  const connection = (server: string): ServerConnection | undefined => {
    const to = connections?.get(server);
    return to && (tasks?.related(to) ?? to);
  };
  const firstLists = createFirstLists(timers, (list) =>
    catalog.servers().some(({ name, heard }) => !heard.has(list) && isComing(connection(name))),
  );
  const resources = createGatewayResources({ catalog, connection, firstLists, prefix });
  const { taken: _, location: __, ...calls } = options;
  const onResult = (server: string, result: GatewayResult): void => resources.seen(server, result);
  const tools = createGatewayTools({
    ...{ ...calls, log, catalog, connection, firstLists, onResult },
    tasks: () => tasks,
  });
  const names = createGatewayNames({ configured, bare });
  const prompts = createGatewayPrompts({ catalog, names, connection, firstLists });
  const logLevel = createLogLevel();

  const connect = async (given: ReachingClient): Promise<void> => {
    client = given;
    if (given.tasks) {
      const { createGatewayTasks } = await import('./tasks/gateway-tasks.ts');
      const all = (): Iterable<ServerConnection> => connections?.all() ?? [];
      tasks = createGatewayTasks({ ...calls, log, timers, catalog, connection, connections: all, onResult });
    }
    const { connectAll } = await import('./connect.ts');
    connections = await connectAll({
      ...options,
      client: given,
      prefix,
      sources,
      catalog,
      approvals,
      resources,
      logLevel,
      status,
      firstLists,
      tasks,
      onInstructions: snapshot.changed,
      onPrinted: logs.printed,
    });
  };

  return {
    start(given) {
      starting ??= connect(given);
      return starting;
    },
    tools,
    resources,
    prompts,
    get tasks() {
      return tasks;
    },
    complete: (params, signal) => complete({ prompts, resources, connection }, params, signal),
    setLogLevel: (params) => logLevel.set(params, connections?.all() ?? []),
    notified(method, params) {
      if (method !== 'notifications/roots/list_changed') return;
      for (const to of connections?.all() ?? []) to.notify(method, params as JsonObject | undefined);
    },
    async close() {
      changes.close();
      status.close();
      await starting?.catch(() => {});
      await Promise.all([connections?.close(), remembered.flush(), snapshot.flush()]);
      logs.close();
    },
  };
}

/** Whether it may list what it has any moment. */
function isComing(connection: ServerConnection | undefined): boolean {
  return connection?.state === 'connecting' || connection?.state === 'connected';
}

const NOTHING: LoadedSources = { servers: [], warnings: [], faults: [] };

/** Without a file there is nothing to load the parser for. */
async function readSources(location: ConfigLocation): Promise<LoadedSources> {
  const files = [location.user, ...(location.project === undefined ? [] : [location.project])];
  if (!files.some((file) => existsSync(file))) return NOTHING;
  return (await import('./config/load-sources.ts')).loadSources(location);
}
