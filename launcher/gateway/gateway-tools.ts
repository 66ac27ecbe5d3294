import type { Lazy } from '../config/variables.ts';
import type { CallContext } from '../server/call-context.ts';
import type { GatewayCallOptions } from './calls/gateway-call-options.ts';
import type { GatewayResult } from './calls/gateway-result.ts';
import type { Catalog } from './catalog/catalog.ts';
import { listOffered, type OfferedTool } from './catalog/offered-tool.ts';
import { type ListedTool, OUTPUT_SCHEMA_META, showTools, type ToolsView } from './catalog/shown-tools.ts';
import { taskSupportOf } from './catalog/task-support.ts';
import type { JsonObject, ServerConnection } from './connection/server-connection.ts';
import type { FirstLists } from './first-lists.ts';
import { isSearched } from './lazy/is-searched.ts';
import { CALL_TOOL, FIND_TOOL } from './lazy/lazy-names.ts';
import type { GatewayTasks } from './tasks/gateway-tasks.ts';

/** The tools of all servers. */
export interface GatewayTools {
  /** As `tools/list` shows them. */
  list(view: ToolsView): Promise<readonly JsonObject[]>;
  /** What is shown to clients that defer no tools, whatever else they are. */
  listed(): Promise<readonly ListedTool[]>;
  /** Its result, or the task that it was asked for as; undefined where no server has that tool. */
  call(name: unknown, params: unknown, context: CallContext, structured: boolean): Promise<JsonObject | undefined>;
}

export interface GatewayToolsOptions extends GatewayCallOptions {
  readonly catalog: Catalog;
  readonly connection: (server: string) => ServerConnection | undefined;
  readonly firstLists: FirstLists;
  /** Undefined where the client has none. */
  readonly tasks: () => GatewayTasks | undefined;
  /** Whether tools are searched for where their definitions take more than so many tokens. */
  readonly lazy: Lazy;
  readonly lazyTokens: number;
  readonly onResult: (server: string, result: GatewayResult) => void;
}

export function createGatewayTools(options: GatewayToolsOptions): GatewayTools {
  const { catalog, connection, firstLists, lazy, lazyTokens, onResult } = options;
  const offered = (): readonly OfferedTool[] => catalog.servers().flatMap(({ tools }) => tools);
  /** A tool that runs as a task alone is there for a client that has them. */
  const find = (name: string): OfferedTool | undefined => {
    const tool = catalog.tool(name);
    const hidden = options.tasks() === undefined && taskSupportOf(tool?.tool ?? {}) === 'required';
    return hidden ? undefined : tool;
  };
  const callOffered = async (name: string, params: unknown, context: CallContext, structured: boolean) => {
    const tasks = options.tasks();
    // A client may know a name from another run of ours.
    if (find(name) === undefined) await firstLists.settled('tools', context.signal);
    const tool = find(name);
    const to = tool && connection(tool.server);
    const held = tool === undefined ? catalog.held(name) : undefined;
    if (held !== undefined) return (await import('./approval/held-call.ts')).toHeldCall(held);
    if (tool === undefined || to === undefined) return undefined;
    catalog.used(tool);
    const { task: asked = null, ...plain } = params as JsonObject;
    const call = { offered: tool, connection: to };
    const created = await tasks?.create(call, asked === null ? plain : params, context);
    if (created !== undefined) return created;
    const [{ callTool }, { gatewayTool }] = await Promise.all([
      import('../server/call-tool.ts'),
      import('./calls/gateway-tool.ts'),
    ]);
    const { log, newRequestId, prune } = options;
    const calls = { log, newRequestId, now: prune.now };
    const result = await callTool(calls, gatewayTool(options, call, structured), plain, context);
    onResult(tool.server, result);
    return result;
  };
  let isLazy = false;
  /** What is listed in place of so many tools, for a client that `defers` or does not. */
  const inPlaceOf = async (
    shown: readonly JsonObject[],
    defers = async () => false,
  ): Promise<readonly JsonObject[] | undefined> => {
    if (lazy === 'off') return undefined;
    const { takesMoreThan } = await import('./lazy/schema-tokens.ts');
    const tooMany = await takesMoreThan(lazyTokens, shown.map(withoutKeptSchema));
    return tooMany && (await isSearched(lazy, defers)) ? (await import('./lazy/lazy-tools.ts')).LAZY_TOOLS : undefined;
  };
  const tell = (now: boolean, tools: number): void => {
    if (now === isLazy) return;
    isLazy = now;
    options.log('info', now ? 'gateway.lazy_on' : 'gateway.lazy_off', { tools, max_tokens: lazyTokens });
  };
  return {
    async list(view) {
      const shown = showTools(offered().map(listOffered), view);
      const shorter = await inPlaceOf(shown, view.defers);
      tell(shorter !== undefined, shown.length);
      return shorter ?? shown;
    },
    async listed() {
      const all = offered().map(listOffered);
      const shorter = await inPlaceOf(all.map(({ tool }) => tool));
      return shorter?.map((tool) => ({ tool, untouched: true })) ?? all;
    },
    async call(name, params, context, structured) {
      if (lazy === 'off') return callOffered(String(name), params, context, structured);
      const ours = name === FIND_TOOL || name === CALL_TOOL;
      if (ours && options.tasks() !== undefined && ((params as JsonObject)['task'] ?? null) !== null) {
        throw (await import('../server/task-forbidden.ts')).taskForbidden(name);
      }
      if (!ours) return callOffered(String(name), params, context, structured);
      const { findTool, notFound, readCallTool } = await import('./lazy/lazy-tools.ts');
      // Those that run as tasks alone cannot be called by name.
      const found = offered().filter(({ tool }) => taskSupportOf(tool) !== 'required');
      if (name === FIND_TOOL) return findTool(found, (params as JsonObject)['arguments']);
      const meant = readCallTool(params);
      return (await callOffered(meant.name, meant.params, context, structured)) ?? notFound(meant.name);
    },
  };
}

/** No model reads what is kept in `_meta` alone. */
function withoutKeptSchema(tool: JsonObject): JsonObject {
  const { [OUTPUT_SCHEMA_META]: kept, ...meta } = (tool['_meta'] ?? {}) as JsonObject;
  if (kept === undefined) return tool;
  const { _meta, ...rest } = tool;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}
