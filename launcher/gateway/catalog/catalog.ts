import type { SourcedServer } from '../config/load-sources.ts';
import type { ServerLists } from '../upstream/connection/server-connection.ts';
import {
  type CatalogEntry,
  type EntryOptions,
  isSameLaunch,
  newEntry,
  withApprovals,
  withConfig,
  withLists,
} from './catalog-entry.ts';
import { changesOf, type KnownServer, type ListKind } from './known-server.ts';
import type { OfferedTool } from './offered-tool.ts';
import { prepareTools } from './prepare-tools.ts';
import { isTaskOnly } from './task-only.ts';

export interface CatalogOptions extends EntryOptions {
  readonly onChange: (kinds: ReadonlySet<ListKind>) => void;
}

/** Everything that the servers offer, from their last valid lists. */
export class Catalog {
  readonly #options: CatalogOptions;
  #entries = new Map<string, CatalogEntry>();
  #configured: readonly string[] = [];
  /** Last raw tool list of each server, because preparing one takes as long as compiling its schemas. */
  readonly #latest = new Map<string, Partial<ServerLists>>();
  /** Applies configurations one after another. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /** Returns the enabled servers, in the order of the configuration. */
  servers(): readonly KnownServer[] {
    return [...this.#entries.values()];
  }

  server(name: string): KnownServer | undefined {
    return this.#entries.get(name);
  }

  /** Returns the names of all configured servers, usable or not. */
  configured(): readonly string[] {
    return this.#configured;
  }

  tool(name: string): OfferedTool | undefined {
    return this.#origin(name)?.tools.find((tool) => tool.name === name);
  }

  /** Returns a tool of that name that is not offered, because it waits for approval or only runs as a task. */
  held(name: string): OfferedTool | undefined {
    return this.#origin(name)?.held.find((tool) => tool.name === name);
  }

  /** Call when approvals have changed. */
  approvedAnew(): void {
    const approved = [...this.#entries.values()].map((one) => [one.name, withApprovals(this.#options, one)] as const);
    this.#replace(new Map(approved));
  }

  /** Applies a new configuration. For new servers, uses the remembered lists. */
  setServers(servers: readonly SourcedServer[]): Promise<void> {
    this.#turn = this.#turn.catch(() => {}).then(() => this.#applyServers(servers));
    return this.#turn;
  }

  /** Sets lists that a server has given. Ignored for an unknown or replaced server. */
  async setLists(name: string, lists: Partial<ServerLists>): Promise<void> {
    const { approvals, log } = this.#options;
    const before = this.#entries.get(name);
    if (lists.tools !== undefined) this.#latest.set(name, lists);
    const isLatest = (): boolean => lists.tools === undefined || this.#latest.get(name) === lists;
    const prepared =
      lists.tools === undefined ? undefined : await prepareTools(name, lists.tools, log, before?.prepared);
    if (prepared !== undefined && isLatest()) await approvals?.seen(name, prepared);
    const entry = this.#entries.get(name);
    // The server was replaced in the meantime. Its own lists will follow.
    if (entry === undefined || before === undefined || !isSameLaunch(entry.config, before.config)) return;
    if (!isLatest()) return;
    if (prepared !== undefined) entry.changes.compare(prepared);
    const now = withLists(this.#options, entry, lists, prepared);
    this.#entries.set(name, now);
    if (prepared !== undefined) this.#tellTaskOnly(entry, now);
    const changed = changesOf([entry], [now]);
    // Tools that are not offered are remembered too, because the user may approve them later.
    const isNew = JSON.stringify(now.prepared) !== JSON.stringify(entry.prepared);
    if (isNew || changed.has('prompts')) this.#remember(now);
    this.#told(changed);
  }

  /** Sets the instructions of a server that has connected. Returns true if they have changed. */
  setInstructions(name: string, instructions: string | undefined): boolean {
    const entry = this.#entries.get(name);
    if (entry === undefined || entry.instructions === instructions) return false;
    const now = { ...entry, instructions };
    this.#entries.set(name, now);
    this.#remember(now);
    return true;
  }

  /** Call when a server failed to give a list. The last valid one stays. */
  listFailed(name: string, list: keyof ServerLists): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#entries.set(name, { ...entry, heard: new Set([...entry.heard, list]) });
  }

  /** Call when a client waited for a list of this server until the limit. The next run then does not wait for this server. */
  waitedFor(name: string): void {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#remember(entry);
  }

  /** Call when a tool is called. From then on, changes of its definition are reported. */
  used({ server, tool }: OfferedTool): void {
    const entry = this.#entries.get(server);
    // Use the server's own definition, because the configuration's overrides may change at any time.
    const own = entry?.prepared.find(({ name }) => name === tool.name);
    if (entry !== undefined && own !== undefined && entry.changes.use(own)) this.#remember(entry);
  }

  async #applyServers(servers: readonly SourcedServer[]): Promise<void> {
    this.#configured = servers.map(({ name }) => name);
    const used = servers.flatMap((server) => (server.ok && server.config.enabled ? [server] : []));
    const fresh = new Map<string, CatalogEntry>();
    for (const { name, config } of used) {
      const known = this.#entries.get(name);
      if (known !== undefined && isSameLaunch(known.config, config)) continue;
      fresh.set(name, await newEntry(this.#options, name, config));
    }
    // No `await` from here on, so that lists which arrived in the meantime are included.
    const entries = used.flatMap(({ name, config }) => {
      const known = this.#entries.get(name);
      const entry = fresh.get(name) ?? (known && withConfig(this.#options, known, config));
      return entry === undefined ? [] : [[name, entry] as const];
    });
    this.#replace(new Map(entries));
  }

  #replace(entries: Map<string, CatalogEntry>): void {
    const before = [...this.#entries.values()];
    this.#entries = entries;
    this.#told(changesOf(before, [...entries.values()]));
  }

  #tellTaskOnly(before: KnownServer, { name: server, held }: KnownServer): void {
    const only = ({ tool }: OfferedTool): boolean => isTaskOnly(tool);
    if (![...before.held, ...held].some(only)) return;
    this.#options.log('info', 'gateway.task_only', { server, tools: held.filter(only).map(({ tool }) => tool.name) });
  }

  #told(changed: ReadonlySet<ListKind>): void {
    if (changed.size > 0) this.#options.onChange(changed);
  }

  #remember({ name, config, instructions, prepared, prompts, changes }: CatalogEntry): void {
    this.#options.remembered.write(name, config, { instructions, tools: prepared, prompts, used: changes.used });
  }

  /** Returns the server whose tool has that name, as clients know it. */
  #origin(name: string): CatalogEntry | undefined {
    const server = this.#options.toolNames.originOf(name)?.server;
    return server === undefined ? undefined : this.#entries.get(server);
  }
}
