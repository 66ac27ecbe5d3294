import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../../events/event-log.ts';
import { launchOf } from '../config/launch-of.ts';
import type { SourcedServer } from '../config/load-sources.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { JsonObject, ServerLists } from '../connection/server-connection.ts';
import { createDefinitionChanges, type DefinitionChanges } from './definition-changes.ts';
import type { GatewayNames } from './gateway-names.ts';
import { type OfferedTool, offerTool } from './offered-tool.ts';
import { type PreparedTool, prepareTools } from './prepare-tools.ts';
import { toReadableEntries } from './readable-entries.ts';
import type { RememberedLists } from './remembered-lists.ts';
import { toToolFilter } from './tool-filter.ts';

/** What can be listed. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** What one server offers, as far as it is known. */
export interface KnownServer {
  readonly name: string;
  readonly config: ServerConfig;
  /** The lists that it has given, or failed to give, in this run. What it has may be remembered from another. */
  readonly heard: ReadonlySet<keyof ServerLists>;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
}

/** What all servers offer, from their last good lists. */
export interface Catalog {
  /** Enabled servers, in the order of the configuration. */
  servers(): readonly KnownServer[];
  server(name: string): KnownServer | undefined;
  /** The names of all servers of the configuration, usable or not. */
  configured(): readonly string[];
  tool(name: string): OfferedTool | undefined;
  /** Takes what the configuration says now; of servers that are new, what is remembered of them. */
  setServers(servers: readonly SourcedServer[]): Promise<void>;
  /** Takes lists that a server has given, which declares tasks or not; one that is unknown, or no longer there, is ignored. */
  setLists(name: string, lists: Partial<ServerLists>, hasTasks?: boolean): Promise<void>;
  /** A server has failed to give a list: its last good one stays. */
  listFailed(name: string, list: keyof ServerLists): void;
  /** A tool is called: from now on its definition is watched. */
  used(tool: OfferedTool): void;
}

export interface CatalogOptions {
  readonly toolNames: GatewayNames;
  readonly remembered: RememberedLists;
  readonly log: EventLog;
  readonly onChange: (kinds: ReadonlySet<ListKind>) => void;
}

interface Entry extends KnownServer {
  readonly prepared: readonly PreparedTool[];
  readonly changes: DefinitionChanges;
}

export function createCatalog({ toolNames, remembered, log, onChange }: CatalogOptions): Catalog {
  let entries = new Map<string, Entry>();
  let configured: readonly string[] = [];
  /** The last list of tools that each server gave: to prepare one takes as long as its schemas do. */
  const latest = new Map<string, Partial<ServerLists>>();

  const offer = (name: string, config: ServerConfig, prepared: readonly PreparedTool[]): readonly OfferedTool[] => {
    const offered = toToolFilter(config);
    return prepared.filter((tool) => offered(tool.name)).map((tool) => offerTool(name, config, tool, toolNames));
  };
  const enter = async (name: string, config: ServerConfig): Promise<Entry> => {
    const known = await remembered.read(name, config);
    const prepared = known?.tools ?? [];
    const changes = createDefinitionChanges(name, log, known?.used);
    const tools = offer(name, config, prepared);
    return {
      name,
      config,
      heard: new Set(),
      tools,
      prompts: known?.prompts ?? [],
      resources: [],
      resourceTemplates: [],
      prepared,
      changes,
    };
  };
  /** The same server, with what is now said of its tools. */
  const withConfig = (known: Entry, config: ServerConfig): Entry =>
    JSON.stringify(known.config) === JSON.stringify(config)
      ? known
      : { ...known, config, tools: offer(known.name, config, known.prepared) };
  const remember = ({ name, config, prepared, prompts, changes }: Entry): void =>
    remembered.write(name, config, { tools: prepared, prompts, used: changes.used });
  /** One configuration after the other. */
  let turn: Promise<void> = Promise.resolve();
  const setServers = async (servers: readonly SourcedServer[]): Promise<void> => {
    configured = servers.map(({ name }) => name);
    const used = servers.flatMap((server) => (server.ok && server.config.enabled ? [server] : []));
    const fresh = new Map<string, Entry>();
    for (const { name, config } of used) {
      const known = entries.get(name);
      if (known === undefined || !isSameLaunch(known.config, config)) fresh.set(name, await enter(name, config));
    }
    // From here on nothing is waited for: lists that came meanwhile count.
    const before = entries;
    entries = new Map(
      used.flatMap(({ name, config }) => {
        const known = before.get(name);
        const entry = fresh.get(name) ?? (known && withConfig(known, config));
        return entry === undefined ? [] : [[name, entry] as const];
      }),
    );
    told(changesOf([...before.values()], [...entries.values()]));
  };
  const told = (changed: ReadonlySet<ListKind>): void => {
    if (changed.size > 0) onChange(changed);
  };

  return {
    servers: () => [...entries.values()],
    server: (name) => entries.get(name),
    configured: () => configured,
    tool: (name) => {
      const server = toolNames.originOf(name)?.server;
      return server === undefined ? undefined : entries.get(server)?.tools.find((tool) => tool.name === name);
    },
    setServers(servers) {
      turn = turn.catch(() => {}).then(() => setServers(servers));
      return turn;
    },
    async setLists(name, lists, hasTasks = false) {
      const asked = entries.get(name)?.config;
      if (lists.tools !== undefined) latest.set(name, lists);
      const prepared = lists.tools === undefined ? undefined : await prepareTools(name, lists.tools, log, hasTasks);
      const entry = entries.get(name);
      // Another server meanwhile: its own lists are under way.
      if (entry === undefined || asked === undefined || !isSameLaunch(entry.config, asked)) return;
      if (prepared !== undefined && latest.get(name) !== lists) return;
      if (prepared !== undefined) entry.changes.compare(prepared);
      const now: Entry = {
        ...entry,
        heard: new Set([...entry.heard, ...(Object.keys(lists) as (keyof ServerLists)[])]),
        ...(prepared !== undefined && { prepared, tools: offer(name, entry.config, prepared) }),
        ...(lists.prompts && { prompts: toReadableEntries('prompts', lists.prompts) }),
        ...(lists.resources && { resources: toReadableEntries('resources', lists.resources) }),
        ...(lists.resourceTemplates && {
          resourceTemplates: toReadableEntries('resourceTemplates', lists.resourceTemplates),
        }),
      };
      entries.set(name, now);
      const changed = changesOf([entry], [now]);
      if (changed.has('tools') || changed.has('prompts')) remember(now);
      told(changed);
    },
    listFailed(name, list) {
      const entry = entries.get(name);
      if (entry !== undefined) entries.set(name, { ...entry, heard: new Set([...entry.heard, list]) });
    },
    used({ server, tool }) {
      const entry = entries.get(server);
      if (entry?.changes.use(tool) === true) remember(entry);
    },
  };
}

function isSameLaunch(one: ServerConfig, other: ServerConfig): boolean {
  return isDeepStrictEqual(launchOf(one), launchOf(other));
}

type ListField = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

function changesOf(before: readonly KnownServer[], after: readonly KnownServer[]): ReadonlySet<ListKind> {
  const changed = (...fields: readonly ListField[]): boolean => {
    const shown = (servers: readonly KnownServer[]): string =>
      JSON.stringify(fields.map((field) => servers.flatMap((server) => server[field] as readonly unknown[])));
    return shown(before) !== shown(after);
  };
  return new Set<ListKind>([
    ...(changed('tools') ? (['tools'] as const) : []),
    ...(changed('prompts') ? (['prompts'] as const) : []),
    ...(changed('resources', 'resourceTemplates') ? (['resources'] as const) : []),
  ]);
}
