import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../../events/event-log.ts';
import type { Approvals } from '../approval/approvals.ts';
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
  /** What it says of itself, for a model. */
  readonly instructions?: string | undefined;
  readonly tools: readonly OfferedTool[];
  /** Tools that wait to be approved: they are not offered. */
  readonly held: readonly OfferedTool[];
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
  /** A tool of that name that waits to be approved. */
  held(name: string): OfferedTool | undefined;
  /** What is approved has changed. */
  approvedAnew(): void;
  /** Takes what the configuration says now; of servers that are new, what is remembered of them. */
  setServers(servers: readonly SourcedServer[]): Promise<void>;
  /** Takes lists that a server has given, which declares tasks or not; one that is unknown, or no longer there, is ignored. */
  setLists(name: string, lists: Partial<ServerLists>, hasTasks?: boolean): Promise<void>;
  /** Takes what a server that has connected says of itself; true if it says something else than before. */
  setInstructions(name: string, instructions: string | undefined): boolean;
  /** A server has failed to give a list: its last good one stays. */
  listFailed(name: string, list: keyof ServerLists): void;
  /** A tool is called: from now on its definition is watched. */
  used(tool: OfferedTool): void;
}

export interface CatalogOptions {
  readonly toolNames: GatewayNames;
  readonly remembered: RememberedLists;
  /** Left out: no tool is held back. */
  readonly approvals?: Pick<Approvals, 'heldBack' | 'seen'>;
  readonly log: EventLog;
  readonly onChange: (kinds: ReadonlySet<ListKind>) => void;
}

interface Entry extends KnownServer {
  readonly prepared: readonly PreparedTool[];
  readonly changes: DefinitionChanges;
}

export function createCatalog({ toolNames, remembered, approvals, log, onChange }: CatalogOptions): Catalog {
  let entries = new Map<string, Entry>();
  let configured: readonly string[] = [];
  /** The last list of tools that each server gave: to prepare one takes as long as its schemas do. */
  const latest = new Map<string, Partial<ServerLists>>();

  const offer = (
    name: string,
    config: ServerConfig,
    prepared: readonly PreparedTool[],
  ): Pick<KnownServer, 'tools' | 'held'> => {
    const offered = toToolFilter(config);
    const all = prepared
      .filter((tool) => offered(tool.name))
      .map((tool) => ({
        isHeld: approvals?.heldBack(name, tool) !== undefined,
        tool: offerTool(name, config, tool, toolNames),
      }));
    const those = (held: boolean) => all.flatMap(({ isHeld, tool }) => (isHeld === held ? [tool] : []));
    return { tools: those(false), held: those(true) };
  };
  const enter = async (name: string, config: ServerConfig): Promise<Entry> => {
    const known = await remembered.read(name, config);
    const prepared = known?.tools ?? [];
    const changes = createDefinitionChanges(name, log, known?.used);
    return {
      name,
      config,
      heard: new Set(),
      instructions: known?.instructions,
      ...offer(name, config, prepared),
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
      : { ...known, config, ...offer(known.name, config, known.prepared) };
  const remember = ({ name, config, instructions, prepared, prompts, changes }: Entry): void =>
    remembered.write(name, config, { instructions, tools: prepared, prompts, used: changes.used });
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
    held: (name) => {
      const origin = toolNames.originOf(name);
      return origin && entries.get(origin.server)?.held.find((tool) => tool.name === name);
    },
    approvedAnew() {
      const before = [...entries.values()];
      entries = new Map(before.map((one) => [one.name, { ...one, ...offer(one.name, one.config, one.prepared) }]));
      told(changesOf(before, [...entries.values()]));
    },
    setServers(servers) {
      turn = turn.catch(() => {}).then(() => setServers(servers));
      return turn;
    },
    async setLists(name, lists, hasTasks = false) {
      const asked = entries.get(name)?.config;
      if (lists.tools !== undefined) latest.set(name, lists);
      const prepared = lists.tools === undefined ? undefined : await prepareTools(name, lists.tools, log, hasTasks);
      if (prepared !== undefined && latest.get(name) === lists) await approvals?.seen(name, prepared);
      const entry = entries.get(name);
      // Another server meanwhile: its own lists are under way.
      if (entry === undefined || asked === undefined || !isSameLaunch(entry.config, asked)) return;
      if (prepared !== undefined && latest.get(name) !== lists) return;
      if (prepared !== undefined) entry.changes.compare(prepared);
      const now: Entry = {
        ...entry,
        heard: new Set([...entry.heard, ...(Object.keys(lists) as (keyof ServerLists)[])]),
        ...(prepared !== undefined && { prepared, ...offer(name, entry.config, prepared) }),
        ...(lists.prompts && { prompts: toReadableEntries('prompts', lists.prompts) }),
        ...(lists.resources && { resources: toReadableEntries('resources', lists.resources) }),
        ...(lists.resourceTemplates && {
          resourceTemplates: toReadableEntries('resourceTemplates', lists.resourceTemplates),
        }),
      };
      entries.set(name, now);
      const changed = changesOf([entry], [now]);
      // What is not offered is remembered too: it may be once the user has approved it.
      const isNew = JSON.stringify(now.prepared) !== JSON.stringify(entry.prepared);
      if (isNew || changed.has('prompts')) remember(now);
      told(changed);
    },
    setInstructions(name, instructions) {
      const entry = entries.get(name);
      if (entry === undefined || entry.instructions === instructions) return false;
      const now = { ...entry, instructions };
      entries.set(name, now);
      remember(now);
      return true;
    },
    listFailed(name, list) {
      const entry = entries.get(name);
      if (entry !== undefined) entries.set(name, { ...entry, heard: new Set([...entry.heard, list]) });
    },
    used({ server, tool }) {
      const entry = entries.get(server);
      // As the server said it: what is said of it here may change at any time.
      const own = entry?.prepared.find(({ name }) => name === tool.name);
      if (entry !== undefined && own !== undefined && entry.changes.use(own)) remember(entry);
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
