import { RESOURCE_ERRORS } from '../../../src/artifacts/artifact-resources.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { FirstLists } from '../first-lists.ts';
import { toRpcFault } from '../rpc-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { createResourceCache } from './resource-cache.ts';
import { fromGatewayUri, type ResourceOrigin, toGatewayUri } from './resource-uris.ts';

const MAX = 2000;

/** Remembers which server mentioned a URI in a result, because results are passed on with the servers' own URIs. */
function createSeenUris() {
  const seen = new Map<string, string>();
  return {
    note(server: string, { content }: AnyToolResult): void {
      for (const block of content) {
        const { type, uri, resource } = block as { type?: unknown; uri?: unknown; resource?: JsonObject };
        const named = type === 'resource_link' ? uri : type === 'resource' ? resource?.['uri'] : undefined;
        if (typeof named !== 'string') continue;
        seen.delete(named);
        seen.set(named, server);
      }
      for (const uri of seen.keys()) {
        if (seen.size <= MAX) break;
        seen.delete(uri);
      }
    },
    serverOf: (uri: string): string | undefined => seen.get(uri),
  };
}

export interface GatewayResourcesOptions {
  readonly catalog: Catalog;
  readonly connection: (server: string) => ServerConnection | undefined;
  readonly firstLists: FirstLists;
  /** False to keep URIs unchanged. */
  readonly prefix: boolean;
}

/** A resource that the client requested by one of its URIs. */
interface Found {
  readonly asked: string;
  readonly origin: ResourceOrigin;
  readonly to: ServerConnection;
}

const NEVER = new AbortController().signal;

/** Resources of all servers. Methods reject with an `RpcError`, or with the signal's reason. */
export class GatewayResources {
  readonly #options: GatewayResourcesOptions;
  readonly #cache = createResourceCache();
  readonly #seen = createSeenUris();
  /** URIs with which the client subscribed, by server and the server's own URI. */
  readonly #subscribed = new Map<string, Map<string, Set<string>>>();
  /** Converted lists, cached because clients request a long list page by page. */
  readonly #shownOf = new WeakMap<readonly JsonObject[], readonly JsonObject[]>();

  constructor(options: GatewayResourcesOptions) {
    this.#options = options;
  }

  list(): readonly JsonObject[] {
    return this.#options.catalog.servers().flatMap(({ name, resources }) => {
      const known = this.#shownOf.get(resources);
      if (known !== undefined) return known;
      const shown = resources.map((one) => ({ ...one, uri: this.#uriOf(name, one['uri']) }));
      this.#shownOf.set(resources, shown);
      return shown;
    });
  }

  templates(): readonly JsonObject[] {
    return this.#options.catalog
      .servers()
      .flatMap(({ name, resourceTemplates }) =>
        resourceTemplates.map((one) => ({ ...one, uriTemplate: this.#uriOf(name, one['uriTemplate']) })),
      );
  }

  async read(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { asked, origin, to } = await this.#find(params, signal);
    const toShown = (read: JsonObject): JsonObject => (asked === origin.uri ? read : withUris(read, origin.server));
    const cached = this.#cache.get(origin);
    if (cached !== undefined) return toShown(cached);
    if (this.#cache.isWanted(origin) && canWatch(to)) {
      const watched = await send(to, 'resources/subscribe', { uri: origin.uri }, signal).catch(() => undefined);
      if (watched !== undefined) this.#cache.watch(origin);
    }
    const keep = this.#cache.reading(origin);
    const read = await send(to, 'resources/read', { ...params, uri: origin.uri }, signal);
    keep(read);
    return toShown(read);
  }

  async subscribe(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { asked, origin, to } = await this.#find(params, signal);
    const result = await send(to, 'resources/subscribe', { ...params, uri: origin.uri }, signal);
    const uris = this.#subscribed.get(origin.server) ?? new Map<string, Set<string>>();
    this.#subscribed.set(origin.server, uris.set(origin.uri, (uris.get(origin.uri) ?? new Set()).add(asked)));
    return result;
  }

  async unsubscribe(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { asked, origin, to } = await this.#find(params, signal);
    const uris = this.#subscribed.get(origin.server);
    uris?.get(origin.uri)?.delete(asked);
    if (uris?.get(origin.uri)?.size === 0) uris.delete(origin.uri);
    this.#cache.drop(origin.server);
    return await send(to, 'resources/unsubscribe', { ...params, uri: origin.uri }, signal);
  }

  /** Finds a resource by the client's URI; undefined once every possible server has listed its resources. */
  async originOf(uri: string, signal: AbortSignal): Promise<ResourceOrigin | undefined> {
    if (this.#known(uri) === undefined) await this.#options.firstLists.settled('resources', signal);
    return this.#known(uri);
  }

  /** Remembers the URIs in a result. */
  seen(server: string, result: AnyToolResult): void {
    this.#seen.note(server, result);
  }

  /** Handles a server's report of a change. Returns the client's URIs for the resource that it is subscribed to. */
  updated(server: string, uri: string): readonly string[] {
    this.#cache.drop(server, uri);
    return [...(this.#subscribed.get(server)?.get(uri) ?? [])];
  }

  /** Call when a server's list has changed. */
  listChanged(server: string): void {
    this.#cache.drop(server);
  }

  /** Call for a new connection. Renews the client's subscriptions. */
  connected(to: ServerConnection): void {
    this.#cache.drop(to.name);
    for (const uri of this.#subscribed.get(to.name)?.keys() ?? []) {
      void send(to, 'resources/subscribe', { uri }, NEVER).catch(() => {});
    }
  }

  #uriOf(server: string, uri: unknown): string {
    return this.#options.prefix ? toGatewayUri({ server, uri: String(uri) }) : String(uri);
  }

  #known(uri: string): ResourceOrigin | undefined {
    const { catalog, prefix } = this.#options;
    const ours = fromGatewayUri(uri);
    const listed = catalog.servers().filter(({ resources }) => resources.some((one) => one['uri'] === uri));
    // A page of a server that keeps its URIs may look like ours.
    const isPlain = !prefix && uri.startsWith('ui:') && listed.length > 0;
    if (ours !== undefined && catalog.server(ours.server) !== undefined && !isPlain) return ours;
    if (/^(?:ax|mcp):/.test(uri)) return undefined;
    const noted = this.#seen.serverOf(uri);
    const [only, more] = prefix ? listed : catalog.servers();
    const server = noted ?? (more === undefined ? only?.name : undefined);
    return server === undefined ? undefined : { server, uri };
  }

  async #find(params: JsonObject, signal: AbortSignal): Promise<Found> {
    const asked = String(params['uri']);
    const origin = await this.originOf(asked, signal);
    const to = origin && this.#options.connection(origin.server);
    if (origin !== undefined && to !== undefined) return { asked, origin, to };
    throw new RpcError(RESOURCE_ERRORS.notFound, 'Resource not found', { uri: asked.slice(0, 200) });
  }
}

async function send(
  to: ServerConnection,
  method: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  try {
    return await to.request(method, params, { signal, repeatable: true });
  } catch (error) {
    throw toRpcFault(error);
  }
}

function canWatch(to: ServerConnection): boolean {
  return (to.facts?.capabilities['resources'] as JsonObject | undefined)?.['subscribe'] === true;
}

/** Replaces the URIs in contents by those that the client knows. */
function withUris(read: JsonObject, server: string): JsonObject {
  const { contents } = read;
  if (!Array.isArray(contents)) return read;
  const shown = contents.map((one: JsonObject | null) =>
    typeof one?.['uri'] === 'string' ? { ...one, uri: toGatewayUri({ server, uri: one['uri'] }) } : one,
  );
  return { ...read, contents: shown };
}
