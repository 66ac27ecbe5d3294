import { existsSync } from 'node:fs';
import type { JsonObject } from '../../src/base/json/json-object.ts';
import { traceFieldsIn } from '../../src/base/tracing/trace-fields.ts';
import type { Tracing } from '../../src/base/tracing/tracing.ts';
import type { Timers } from '../platform/timers.ts';
import type { ReachingClient } from '../tools/calls/other-servers.ts';
import { type Approvals, createApprovals } from './approval/approvals.ts';
import { openApprovedFile } from './approval/approved-file.ts';
import { Catalog } from './catalog/catalog.ts';
import { createGatewayNames } from './catalog/gateway-names.ts';
import { instructionsOf } from './catalog/instructions-of.ts';
import { createRememberedLists, type RememberedLists } from './catalog/remembered-lists.ts';
import { type CallTurns, createCallTurns } from './client/call-turns.ts';
import { complete } from './client/complete.ts';
import { passedExtensions } from './client/extensions.ts';
import { createListChanges, type ListChanges } from './client/list-changes.ts';
import { createLogLevel } from './client/log-level.ts';
import type { ConfigLocation } from './config/config-location.ts';
import type { LoadedSources } from './config/load-sources.ts';
import type { Connections } from './connect.ts';
import { createFirstLists, type FirstLists } from './first-lists.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { GatewayTools, type GatewayToolsOptions } from './gateway-tools.ts';
import { createServerLogs, type ServerLogs } from './logs/server-logs.ts';
import { createNewServers, type NewServers } from './new-servers.ts';
import { createGatewayPrompts, type GatewayPrompts } from './prompts/gateway-prompts.ts';
import { GatewayResources } from './resources/gateway-resources.ts';
import { toRpcFault } from './rpc-fault.ts';
import { createGatewayStatus, type GatewayStatus } from './status/gateway-status.ts';
import { removeStatus, writeStatus } from './status/status-file.ts';
import { CALL_TOOL, FIND_TOOL } from './tool-search/search-tool-names.ts';
import { delegate } from './upstream/connection/delegate.ts';
import type { ServerConnection } from './upstream/connection/server-connection.ts';

/** Writes a snapshot some time after a change, once for several changes. */
type SnapshotWriter = ReturnType<typeof createSnapshotWriter>;

const SETTLE_MS = 300;

function createSnapshotWriter(timers: Timers, write: () => Promise<void>) {
  let cancel: (() => void) | undefined;
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    if (cancel === undefined) return writing;
    cancel();
    cancel = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    changed(): void {
      cancel ??= timers.after(SETTLE_MS, () => void flush());
    },
    /** Resolves once the last change is written. */
    flush,
  };
}

/**
 * Wraps a connection so that each request is a client span, which the server can continue: `_meta` names it. Attributes
 * follow OpenTelemetry's conventions for MCP.
 */
function tracedRequests(to: ServerConnection, tracing: Tracing): ServerConnection {
  return delegate(to, {
    async request(method, params, options) {
      const { traceparent, tracestate, ...meta } = (params?.['_meta'] ?? {}) as JsonObject;
      const tool = method === 'tools/call' ? String(params?.['name']) : undefined;
      const attributes = { 'mcp.method.name': method, 'gen_ai.tool.name': tool, 'mcp_pruner.server': to.name };
      const given: JsonObject = { traceparent, tracestate };
      const parent = traceFieldsIn((field) => given[field]);
      const name = tool === undefined ? method : `${method} ${tool}`;
      return await tracing.span({ name, kind: 'client', attributes, parent }, async ({ fail }) => {
        const result = await to.request(method, { ...params, _meta: { ...meta, ...tracing.fields() } }, options);
        if (result['isError'] === true) fail('tool_error');
        return result;
      });
    },
  });
}

/** Max time after the start to wait for a server's first list if an unknown name is requested, in milliseconds. */
const MAX_FIRST_LIST_MS = 10_000;

/** Opens the gateway: reads the configuration and the remembered lists. Does not connect to any server. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { location, home, root, timers } = options;
  const own = { pid: process.pid, timers, now: () => new Date() };
  const logs = createServerLogs({ ...own, log: options.log, home });
  const status = createGatewayStatus({
    ...{ ...own, log: logs.log, root },
    write: (written) => writeStatus(home, written),
    remove: () => removeStatus(home, process.pid),
  });
  const sources = await readSources(location);
  const approvals = createApprovals(openApprovedFile(home, timers), status.log);
  approvals.setMode(sources.approve ?? 'off');
  await approvals.reload();
  const gateway = new Gateway({ options, sources, approvals, logs, status });
  await gateway.rememberServers();
  return gateway;
}

interface GatewayParts {
  readonly options: GatewayOptions;
  readonly sources: LoadedSources;
  readonly approvals: Approvals;
  readonly logs: ServerLogs;
  readonly status: GatewayStatus;
}

/** Gateway to other MCP servers. */
export class Gateway {
  readonly tools: GatewayTools;
  readonly resources: GatewayResources;
  readonly prompts: GatewayPrompts;
  readonly newServers: NewServers;
  readonly #parts: GatewayParts;
  /** True if names and URIs of servers are prefixed. */
  readonly #prefix: boolean;
  readonly #catalog: Catalog;
  readonly #remembered: RememberedLists;
  readonly #firstLists: FirstLists;
  readonly #snapshot: SnapshotWriter;
  readonly #changes: ListChanges;
  readonly #logLevel = createLogLevel();
  /** Undefined if all requests come from one agent. */
  readonly #turns: CallTurns | undefined;
  #client: ReachingClient | undefined;
  #connections: Connections | undefined;
  #starting: Promise<void> | undefined;
  /** Remembered lists are not changes. */
  #isRemembering = true;

  constructor(parts: GatewayParts) {
    const { options, sources, approvals, status } = parts;
    const { timers } = options;
    this.#parts = parts;
    const agentOf = (about: AbortSignal): string | undefined => this.#client?.session.nameOf?.(about);
    this.#turns = options.isOneAgent === false ? createCallTurns(timers, agentOf) : undefined;
    this.#prefix = options.prefix || sources.servers.length !== 1;
    const bare = this.#prefix ? undefined : sources.servers[0]?.name;
    const configured = (): readonly string[] => this.#catalog.configured();
    this.#snapshot = createSnapshotWriter(timers, () =>
      this.#writeSnapshot().catch((error: unknown) => {
        // An update may have removed this version's files. Without a snapshot, the next start waits for the servers.
        status.log('warn', 'gateway.snapshot_failed', { message: String(error) });
      }),
    );
    this.#changes = createListChanges(timers, (method) => this.#client?.session.notify(method));
    this.#remembered = createRememberedLists(options.home, timers);
    this.#catalog = new Catalog({
      toolNames: createGatewayNames({ configured, bare, taken: [...options.taken, FIND_TOOL, CALL_TOOL] }),
      ...{ remembered: this.#remembered, approvals, log: status.log },
      onChange: (kinds) => {
        if (!this.#isRemembering) this.#changes.changed(kinds);
        if (kinds.has('tools')) this.#snapshot.changed();
      },
    });
    const isComing = (server: string): boolean => this.#isComing(server);
    this.#firstLists = createFirstLists(
      timers,
      (list) => this.#catalog.servers().some(({ name, heard }) => !heard.has(list) && isComing(name)),
      MAX_FIRST_LIST_MS,
    );
    this.newServers = createNewServers({ catalog: this.#catalog, timers, isComing });
    const connection = (server: string): ServerConnection | undefined => this.#connection(server);
    const found = { catalog: this.#catalog, connection, firstLists: this.#firstLists };
    this.resources = new GatewayResources({ ...found, prefix: this.#prefix });
    this.prompts = createGatewayPrompts({ ...found, names: createGatewayNames({ configured, bare }) });
    this.tools = new GatewayTools({ ...this.#callOptions(), ...found, all: () => this.#connections?.all() ?? [] });
  }

  async rememberServers(): Promise<void> {
    await this.#catalog.setServers(this.#parts.sources.servers);
    this.#isRemembering = false;
    this.#snapshot.changed();
  }

  /** Connects to all servers in parallel. Lists do not wait for any of them. */
  start(client: ReachingClient): Promise<void> {
    this.#starting ??= this.#connect(client);
    return this.#starting;
  }

  complete(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { prompts, resources } = this;
    return complete({ prompts, resources, connection: (server) => this.#connection(server) }, params, signal);
  }

  /**
   * Forwards a method of an extension to the only server that has extensions. Undefined if there is no such server, or
   * several, because nobody knows whose a method is.
   */
  async extended(method: string, params: unknown, signal: AbortSignal): Promise<JsonObject | undefined> {
    if (method.startsWith('tasks/')) return undefined;
    await this.#firstLists.settled('tools', signal);
    const to = this.#connection(this.#extending()?.name ?? '');
    const answer = to?.request(method, params as JsonObject | undefined, { signal, repeatable: false });
    return await answer?.catch((error: unknown) => Promise.reject(toRpcFault(error)));
  }

  setLogLevel(params: JsonObject): void {
    this.#logLevel.set(params, this.#connections?.all() ?? []);
  }

  /** Handles a notification of the client. */
  notified(method: string, params: unknown): void {
    if (method !== 'notifications/roots/list_changed') return;
    for (const to of this.#connections?.all() ?? []) to.notify(method, params as JsonObject | undefined);
  }

  async close(): Promise<void> {
    this.#changes.close();
    this.#parts.status.close();
    await this.#starting?.catch(() => {});
    // First, because a closing server looks as if its capabilities were not known yet.
    await this.#snapshot.flush();
    await Promise.all([this.#connections?.close(), this.#remembered.flush()]);
    this.#parts.logs.close();
  }

  async #connect(client: ReachingClient): Promise<void> {
    const { options, sources, approvals, logs, status } = this.#parts;
    this.#client = client;
    const { connectAll } = await import('./connect.ts');
    this.#connections = await connectAll({
      ...{ ...options, client, prefix: this.#prefix, sources, approvals, status },
      ...{ catalog: this.#catalog, resources: this.resources, logLevel: this.#logLevel, turns: this.#turns },
      onHeard: () => {
        this.#firstLists.changed();
        this.newServers.changed();
      },
      onInstructions: this.#snapshot.changed,
      onPrinted: logs.printed,
    });
  }

  /** Returns the options that every call of a tool needs. */
  #callOptions(): Omit<GatewayOptions, 'taken' | 'location'> & Pick<GatewayToolsOptions, 'onResult' | 'say'> {
    const { options, status } = this.#parts;
    const { taken: _, location: __, ...calls } = options;
    return {
      ...{ ...calls, log: status.log, say: (text: string) => this.#say(text) },
      onResult: (server, result) => this.resources.seen(server, result),
    };
  }

  #say(data: string): void {
    if (!this.#logLevel.wants('warning', 'warning')) return;
    this.#client?.session.notify('notifications/message', { level: 'warning', logger: 'mcp-pruner', data });
  }

  #connection(server: string): ServerConnection | undefined {
    const bare = this.#connections?.get(server);
    const { tracing } = this.#parts.options;
    const to = bare && tracing ? tracedRequests(bare, tracing) : bare;
    return to && (this.#turns?.wrap(to) ?? to);
  }

  /** Returns the only server that has extensions; null if several have some. */
  #extending(): ServerConnection | null | undefined {
    const all = [...(this.#connections?.all() ?? [])];
    const [one, other] = all.filter(({ facts }) => passedExtensions(facts?.capabilities ?? {}) !== undefined);
    return other === undefined ? one : null;
  }

  #isComing(server: string): boolean {
    return ['connecting', 'connected'].includes(this.#connections?.get(server)?.state ?? 'idle');
  }

  async #writeSnapshot(): Promise<void> {
    const { instructions, snapshot } = this.#parts.options;
    const listed = await this.tools.listed();
    const isLazy = listed.some(({ tool }) => tool['name'] === FIND_TOOL);
    const isUnheard = this.#catalog.servers().some(({ name }) => this.#connection(name)?.state !== 'connected');
    const known = isUnheard && this.#extending() !== null ? instructions.read()?.extensions : undefined;
    const extensions = passedExtensions(this.#extending()?.facts?.capabilities ?? {}) ?? known;
    instructions.write({ isLazy, text: instructionsOf(this.#catalog.servers()), extensions });
    snapshot.write(listed);
  }
}

const NOTHING: LoadedSources = { servers: [], warnings: [], faults: [] };

/** Without a configuration file, the parser need not be loaded. */
async function readSources(location: ConfigLocation): Promise<LoadedSources> {
  const files = [location.user, ...(location.project === undefined ? [] : [location.project])];
  if (!files.some((file) => existsSync(file))) return NOTHING;
  return (await import('./config/load-sources.ts')).loadSources(location);
}
