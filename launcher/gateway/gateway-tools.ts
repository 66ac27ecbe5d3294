import type { JsonObject } from '../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../src/fit/result/any-tool-result.ts';
import type { CallContext } from '../../src/mcp/calls/call-context.ts';
import { nearestWord } from '../../src/text/nearest-word.ts';
import type { Lazy } from '../platform/settings/variables.ts';
import type { GatewayCallOptions } from './calls/gateway-call-options.ts';
import type { Catalog } from './catalog/catalog.ts';
import { prefixOf } from './catalog/gateway-names.ts';
import { listOffered, type OfferedTool } from './catalog/offered-tool.ts';
import { OUTPUT_SCHEMA_META, type ShownTool, showTools, type ToolsView } from './catalog/shown-tools.ts';
import type { FirstLists } from './first-lists.ts';
import { withGatewayPage } from './resources/resource-uris.ts';
import { isSearched } from './tool-search/is-searched.ts';
import { CALL_TOOL, FIND_TOOL } from './tool-search/search-tool-names.ts';
import type { ServerConnection } from './upstream/connection/server-connection.ts';

export interface GatewayToolsOptions extends GatewayCallOptions {
  readonly catalog: Catalog;
  readonly connection: (server: string) => ServerConnection | undefined;
  /** Returns the connections of all servers, of disabled ones too. */
  readonly all: () => Iterable<ServerConnection>;
  readonly firstLists: FirstLists;
  /** When to replace tools by a search. `auto` and `on` do so if their definitions take more than `lazyTokens`. */
  readonly lazy: Lazy;
  readonly lazyTokens: number;
  readonly onResult: (server: string, result: AnyToolResult) => void;
}

/** Max tools of a server that are named in place of an unknown one. */
const MAX_NEAR = 20;

/** Tools of all servers. */
export class GatewayTools {
  readonly #options: GatewayToolsOptions;
  #isLazy = false;

  constructor(options: GatewayToolsOptions) {
    this.#options = options;
  }

  /** Returns the tools for `tools/list`. */
  async list(view: ToolsView): Promise<readonly JsonObject[]> {
    const shown = showTools(this.#offered().map(listOffered), view);
    const shorter = await this.#inPlaceOf(shown, view.defers);
    this.#tell(shorter !== undefined, shown.length);
    return shorter ?? shown;
  }

  /** Returns the tools that clients without deferred tools see, regardless of their other features. */
  async listed(): Promise<readonly ShownTool[]> {
    const all = this.#offered().map(listOffered);
    const shorter = await this.#inPlaceOf(all.map(({ tool }) => tool));
    return shorter?.map((tool) => ({ tool, untouched: true })) ?? all;
  }

  /** Returns the result; undefined if no server has that tool. */
  async call(
    name: unknown,
    params: unknown,
    context: CallContext,
    structured: boolean,
  ): Promise<JsonObject | undefined> {
    const { lazy } = this.#options;
    const isOurs = lazy !== 'off' && (name === FIND_TOOL || name === CALL_TOOL);
    if (!isOurs) return this.#callOffered(String(name), params, context, structured);
    const { findTool, toolNotFound, readCallTool } = await import('./tool-search/search-tools.ts');
    const found = this.#offered();
    if (name === FIND_TOOL) return findTool(found, (params as JsonObject)['arguments']);
    const meant = readCallTool(params);
    return (await this.#callOffered(meant.name, meant.params, context, structured)) ?? toolNotFound(meant.name, found);
  }

  /** Returns the tools that an unknown name may mean: those of the server that it begins with, otherwise the nearest. */
  near(name: string): readonly { readonly name: string }[] {
    const all = this.#offered();
    const sameServer = all.filter(({ server }) => name.startsWith(prefixOf(server)));
    if (sameServer.length > 0) return sameServer.slice(0, MAX_NEAR);
    const names = all.map((one) => one.name);
    return all.filter((one) => one.name === nearestWord(name, names));
  }

  #offered(): readonly OfferedTool[] {
    return this.#options.catalog.servers().flatMap(({ tools }) => tools);
  }

  /**
   * Returns the tool that a page (MCP Apps) means, which only knows the name that its server uses. Undefined if servers
   * with pages have none of that name, or several.
   */
  #ofPage(name: string): OfferedTool | undefined {
    // A tool that waits for approval may be the one that is meant.
    const all = this.#options.catalog.servers().flatMap(({ tools, held }) => [...tools, ...held]);
    const isApp = ({ server, tool }: OfferedTool): boolean => withGatewayPage(server, tool) !== tool;
    const apps = new Set(all.filter(isApp).map(({ server }) => server));
    const [one, other] = all.filter(({ server, tool }) => apps.has(server) && tool['name'] === name);
    return other === undefined && one !== undefined && this.#offered().includes(one) ? one : undefined;
  }

  async #callOffered(
    name: string,
    params: unknown,
    context: CallContext,
    structured: boolean,
  ): Promise<JsonObject | undefined> {
    const { catalog, connection, firstLists, log, newRequestId, shortening, onResult } = this.#options;
    // The client may know the name from an earlier run.
    if (catalog.tool(name) === undefined) await firstLists.settled('tools', context.signal);
    const tool = catalog.tool(name) ?? this.#ofPage(name);
    const to = tool && connection(tool.server);
    const held = tool === undefined ? catalog.held(name) : undefined;
    if (held !== undefined) return (await import('./approval/held-call.ts')).toHeldCall(held);
    if (tool === undefined || to === undefined)
      return (await import('./calls/unreached-call.ts')).toUnreachedCall(name, [...this.#options.all()]);
    catalog.used(tool);
    // The server must not answer with a task.
    const { task: _, ...plain } = params as JsonObject;
    const [{ callTool }, { gatewayTool }] = await Promise.all([
      import('../../src/tools/call/call-tool.ts'),
      import('./calls/gateway-tool.ts'),
    ]);
    const calls = { log, newRequestId, now: shortening.prune.now, shortening };
    const one = { params: plain, context, client: { structured } };
    const result = await callTool(calls, gatewayTool(this.#options, { offered: tool, connection: to }), one);
    onResult(tool.server, result);
    return result;
  }

  /** Returns the tools to list instead of these if there are too many of them; undefined to list them all. */
  async #inPlaceOf(
    shown: readonly JsonObject[],
    defers = async () => false,
  ): Promise<readonly JsonObject[] | undefined> {
    const { lazy, lazyTokens } = this.#options;
    if (lazy === 'off') return undefined;
    const { takesMoreThan } = await import('./tool-search/schema-tokens.ts');
    const tooMany = await takesMoreThan(lazyTokens, shown.map(withoutKeptSchema));
    return tooMany && (await isSearched(lazy, defers))
      ? (await import('./tool-search/search-tools.ts')).SEARCH_TOOLS
      : undefined;
  }

  #tell(isLazy: boolean, tools: number): void {
    if (isLazy === this.#isLazy) return;
    this.#isLazy = isLazy;
    const { log, lazyTokens } = this.#options;
    log('info', isLazy ? 'gateway.lazy_on' : 'gateway.lazy_off', { tools, max_tokens: lazyTokens });
  }
}

/** Removes the output schema in `_meta`, which models do not see. */
function withoutKeptSchema(tool: JsonObject): JsonObject {
  const { [OUTPUT_SCHEMA_META]: kept, ...meta } = (tool['_meta'] ?? {}) as JsonObject;
  if (kept === undefined) return tool;
  const { _meta, ...rest } = tool;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}
