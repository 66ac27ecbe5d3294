import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { ServerLists } from '../upstream/connection/server-connection.ts';
import type { OfferedTool } from './offered-tool.ts';

/** Kinds of lists. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** Known tools, prompts and resources of one server. */
export interface KnownServer {
  readonly name: string;
  readonly config: ServerConfig;
  /** True if the server is not remembered from an earlier run. */
  readonly isNew: boolean;
  /** Lists that it has given, or failed to give, in this run. Others may be remembered from an earlier run. */
  readonly heard: ReadonlySet<keyof ServerLists>;
  /** Its instructions for a model. */
  readonly instructions?: string | undefined;
  readonly tools: readonly OfferedTool[];
  /** Tools that are not offered, because they wait for approval or only run as tasks. */
  readonly held: readonly OfferedTool[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
}

type ListField = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** Returns the kinds of lists that differ between two states of all servers. */
export function changesOf(before: readonly KnownServer[], after: readonly KnownServer[]): ReadonlySet<ListKind> {
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
