import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { definitionText } from '../../../src/mcp/tool-definition.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { Approvals } from '../approval/approvals.ts';
import { launchPartOf } from '../config/launch-of.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { ServerLists } from '../upstream/connection/server-connection.ts';
import type { GatewayNames } from './gateway-names.ts';
import type { KnownServer } from './known-server.ts';
import { offerTool } from './offered-tool.ts';
import type { PreparedTool } from './prepare-tools.ts';
import { toReadableEntries } from './readable-entries.ts';
import type { RememberedLists } from './remembered-lists.ts';
import { isTaskOnly } from './task-only.ts';
import { toToolFilter } from './tool-filter.ts';

/** Detects when a tool's definition differs from that of its first use. */
type DefinitionChanges = ReturnType<typeof createDefinitionChanges>;

/** Creates the detector. A trusted tool must not change unnoticed, because the model acts on its description. */
function createDefinitionChanges(server: string, log: EventLog, known: Readonly<Record<string, string>> = {}) {
  const used = new Map(Object.entries(known));
  return {
    /** SHA-256 of each definition at its first use, by tool name. */
    get used(): Readonly<Record<string, string>> {
      return Object.fromEntries(used);
    },
    /** Call when a tool is used. Returns true if it is the first time. */
    use(tool: PreparedTool): boolean {
      if (used.has(tool.name)) return false;
      used.set(tool.name, hashOf(tool));
      return true;
    },
    /** Compares the current definitions. Each change of a used tool is logged once. */
    compare(tools: readonly PreparedTool[]): void {
      for (const tool of tools) {
        const before = used.get(tool.name);
        const now = hashOf(tool);
        if (before === undefined || before === now) continue;
        used.set(tool.name, now);
        log('warn', 'tool.definition_changed', { server, tool: tool.name });
      }
    },
  };
}

const hashOf = (tool: PreparedTool): string => sha256Hex(definitionText(tool));

/** One server of the catalog, with the data from which its lists are built. */
export interface CatalogEntry extends KnownServer {
  readonly prepared: readonly PreparedTool[];
  readonly changes: DefinitionChanges;
}

export interface EntryOptions {
  readonly toolNames: GatewayNames;
  readonly remembered: RememberedLists;
  /** If absent, no tool is held back. */
  readonly approvals?: Pick<Approvals, 'heldBack' | 'seen'>;
  readonly log: EventLog;
}

/** Creates the entry of a server that the configuration has added, with the lists remembered from an earlier run. */
export async function newEntry(options: EntryOptions, name: string, config: ServerConfig): Promise<CatalogEntry> {
  const known = await options.remembered.read(name, config);
  const prepared = known?.tools ?? [];
  return {
    name,
    config,
    isNew: known === undefined,
    heard: new Set(),
    instructions: known?.instructions,
    ...offerTools(options, name, config, prepared),
    prompts: known?.prompts ?? [],
    resources: [],
    resourceTemplates: [],
    prepared,
    changes: createDefinitionChanges(name, options.log, known?.used),
  };
}

/** Returns the server with a new configuration applied to its tools. */
export function withConfig(options: EntryOptions, known: CatalogEntry, config: ServerConfig): CatalogEntry {
  if (JSON.stringify(known.config) === JSON.stringify(config)) return known;
  return { ...known, config, ...offerTools(options, known.name, config, known.prepared) };
}

/** Returns the server with its tools offered or held back by the approvals as they are now. */
export function withApprovals(options: EntryOptions, known: CatalogEntry): CatalogEntry {
  return { ...known, ...offerTools(options, known.name, known.config, known.prepared) };
}

/** Returns the server with newly received lists. `prepared` has its tools if they are among the lists. */
export function withLists(
  options: EntryOptions,
  known: CatalogEntry,
  lists: Partial<ServerLists>,
  prepared: readonly PreparedTool[] | undefined,
): CatalogEntry {
  const { prompts, resources, resourceTemplates } = lists;
  return {
    ...known,
    heard: new Set([...known.heard, ...(Object.keys(lists) as (keyof ServerLists)[])]),
    ...(prepared !== undefined && { prepared, ...offerTools(options, known.name, known.config, prepared) }),
    ...(prompts && { prompts: toReadableEntries('prompts', prompts) }),
    ...(resources && { resources: toReadableEntries('resources', resources) }),
    ...(resourceTemplates && { resourceTemplates: toReadableEntries('resourceTemplates', resourceTemplates) }),
  };
}

function offerTools(
  { toolNames, approvals }: EntryOptions,
  name: string,
  config: ServerConfig,
  prepared: readonly PreparedTool[],
): Pick<KnownServer, 'tools' | 'held'> {
  const offered = toToolFilter(config);
  const all = prepared
    .filter((tool) => offered(tool.name))
    .map((tool) => ({
      isHeld: isTaskOnly(tool) || approvals?.heldBack(name, tool) !== undefined,
      tool: offerTool(name, config, tool, toolNames),
    }));
  const those = (held: boolean) => all.flatMap(({ isHeld, tool }) => (isHeld === held ? [tool] : []));
  return { tools: those(false), held: those(true) };
}

/** True if both configurations start, or reach, the same server. */
export function isSameLaunch(one: ServerConfig, other: ServerConfig): boolean {
  return isDeepStrictEqual(launchPartOf(one), launchPartOf(other));
}
