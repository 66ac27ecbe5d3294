import type { CallContext } from '../server/call-context.ts';
import type { GatewayCallOptions } from './calls/call-gateway-tool.ts';
import type { GatewayResult } from './calls/gateway-result.ts';
import type { Catalog } from './catalog/catalog.ts';
import { describeOffered, type OfferedTool } from './catalog/offered-tool.ts';
import type { JsonObject, ServerConnection } from './connection/server-connection.ts';
import type { FirstLists } from './first-lists.ts';

/** The tools of all servers. */
export interface GatewayTools {
  /** As `tools/list` shows them. */
  list(structured: boolean): Promise<readonly JsonObject[]>;
  /** Undefined where no server has that tool. */
  call(name: unknown, params: unknown, context: CallContext, structured: boolean): Promise<GatewayResult | undefined>;
}

export interface GatewayToolsOptions extends GatewayCallOptions {
  readonly catalog: Catalog;
  readonly connection: (server: string) => ServerConnection | undefined;
  readonly firstLists: FirstLists;
  /** Whether tools are to be searched for where their definitions take more than so many tokens. */
  readonly lazy: boolean;
  readonly lazyTokens: number;
  readonly onResult: (server: string, result: GatewayResult) => void;
}

export function createGatewayTools(options: GatewayToolsOptions): GatewayTools {
  const { catalog, connection, firstLists, lazy, lazyTokens, onResult } = options;
  const offered = (): readonly OfferedTool[] => catalog.servers().flatMap(({ tools }) => tools);
  const callOffered = async (name: string, params: unknown, context: CallContext, structured: boolean) => {
    // A client may know a name from another run of ours.
    if (catalog.tool(name) === undefined) await firstLists.settled(context.signal);
    const tool = catalog.tool(name);
    const to = tool && connection(tool.server);
    if (tool === undefined || to === undefined) return undefined;
    catalog.used(tool);
    const { callGatewayTool } = await import('./calls/call-gateway-tool.ts');
    const result = await callGatewayTool(options, { offered: tool, connection: to }, params, context, structured);
    onResult(tool.server, result);
    return result;
  };
  return {
    async list(structured) {
      const all = offered().map((tool) => describeOffered(tool, structured));
      if (!lazy) return all;
      const { takesMoreThan } = await import('./lazy/schema-tokens.ts');
      return (await takesMoreThan(lazyTokens, all)) ? (await import('./lazy/lazy-tools.ts')).LAZY_TOOLS : all;
    },
    async call(name, params, context, structured) {
      if (!lazy) return callOffered(String(name), params, context, structured);
      const { CALL_TOOL, FIND_TOOL, findTool, notFound, readCallTool } = await import('./lazy/lazy-tools.ts');
      if (name === FIND_TOOL) return findTool(offered(), (params as JsonObject)['arguments']);
      if (name !== CALL_TOOL) return callOffered(String(name), params, context, structured);
      const meant = readCallTool(params);
      return (await callOffered(meant.name, meant.params, context, structured)) ?? notFound(meant.name);
    },
  };
}
