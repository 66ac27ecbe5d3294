import { RESOURCE_ERRORS } from '../../../src/artifacts/artifact-resources.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { GatewayResult } from '../calls/gateway-result.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { JsonObject, ServerConnection } from '../connection/server-connection.ts';
import type { FirstLists } from '../first-lists.ts';
import { toRpcFault } from '../rpc-fault.ts';
import { createResourceCache } from './resource-cache.ts';
import { fromGatewayUri, type ResourceOrigin, toGatewayUri } from './resource-uris.ts';
import { createSeenUris } from './seen-uris.ts';

/** The resources of all servers. Methods reject with an `RpcError`, or with the signal's reason. */
export interface GatewayResources {
  list(): readonly JsonObject[];
  templates(): readonly JsonObject[];
  read(params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  subscribe(params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  unsubscribe(params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** A resource by the URI that the client knows; undefined once every server that may have it has listed its own. */
  originOf(uri: string, signal: AbortSignal): Promise<ResourceOrigin | undefined>;
  /** Remembers the URIs that a result names. */
  seen(server: string, result: GatewayResult): void;
  /** A server says that one has changed: the URIs that the client knows it by and has asked to hear of. */
  updated(server: string, uri: string): readonly string[];
  /** What it has listed has changed. */
  listChanged(server: string): void;
  /** A connection is new: what the client has subscribed to is subscribed to again. */
  connected(connection: ServerConnection): void;
}

export interface GatewayResourcesOptions {
  readonly catalog: Catalog;
  readonly connection: (server: string) => ServerConnection | undefined;
  readonly firstLists: FirstLists;
  /** False: URIs stay as they are. */
  readonly prefix: boolean;
}

/** A resource that the client asked for by one of its URIs. */
interface Found {
  readonly asked: string;
  readonly origin: ResourceOrigin;
  readonly to: ServerConnection;
}

const NEVER = new AbortController().signal;

export function createGatewayResources(options: GatewayResourcesOptions): GatewayResources {
  const { catalog, connection, firstLists, prefix } = options;
  const cache = createResourceCache();
  const seen = createSeenUris();
  /** By server: its own URI to those that the client subscribed with. */
  const subscribed = new Map<string, Map<string, Set<string>>>();
  /** As they are listed: clients ask for a long list page by page. */
  const shownOf = new WeakMap<readonly JsonObject[], readonly JsonObject[]>();
  const uriOf = (origin: ResourceOrigin): string => (prefix ? toGatewayUri(origin) : origin.uri);

  const known = (uri: string): ResourceOrigin | undefined => {
    const ours = fromGatewayUri(uri);
    if (ours !== undefined) return catalog.server(ours.server) && ours;
    if (uri.startsWith('ax://')) return undefined;
    const listed = catalog.servers().filter(({ resources }) => resources.some((one) => one['uri'] === uri));
    const noted = seen.serverOf(uri);
    const [only, more] = prefix ? listed : catalog.servers();
    const server = noted ?? (more === undefined ? only?.name : undefined);
    return server === undefined ? undefined : { server, uri };
  };
  const originOf = async (uri: string, signal: AbortSignal): Promise<ResourceOrigin | undefined> => {
    if (known(uri) === undefined) await firstLists.settled('resources', signal);
    return known(uri);
  };
  const find = async (params: JsonObject, signal: AbortSignal): Promise<Found> => {
    const asked = String(params['uri']);
    const origin = await originOf(asked, signal);
    const to = origin && connection(origin.server);
    if (origin !== undefined && to !== undefined) return { asked, origin, to };
    throw new RpcError(RESOURCE_ERRORS.notFound, 'Resource not found', { uri: asked.slice(0, 200) });
  };
  const send = async (to: ServerConnection, method: string, params: JsonObject, signal: AbortSignal) => {
    try {
      return await to.request(method, params, { signal, repeatable: true });
    } catch (error) {
      throw toRpcFault(error);
    }
  };
  const canWatch = (to: ServerConnection): boolean =>
    (to.facts?.capabilities['resources'] as JsonObject | undefined)?.['subscribe'] === true;

  return {
    originOf,
    list: () =>
      catalog.servers().flatMap(({ name, resources }) => {
        const shown =
          shownOf.get(resources) ??
          resources.map((one) => ({ ...one, uri: uriOf({ server: name, uri: String(one['uri']) }) }));
        shownOf.set(resources, shown);
        return shown;
      }),
    templates: () =>
      catalog.servers().flatMap(({ name, resourceTemplates }) =>
        resourceTemplates.map((one) => ({
          ...one,
          uriTemplate: uriOf({ server: name, uri: String(one['uriTemplate']) }),
        })),
      ),
    async read(params, signal) {
      const { asked, origin, to } = await find(params, signal);
      const toShown = (read: JsonObject): JsonObject => (asked === origin.uri ? read : withUris(read, origin.server));
      const cached = cache.get(origin);
      if (cached !== undefined) return toShown(cached);
      const wanted = cache.isWanted(origin) && canWatch(to);
      if (wanted) {
        const told = await send(to, 'resources/subscribe', { uri: origin.uri }, signal).catch(() => undefined);
        if (told !== undefined) cache.watch(origin);
      }
      const keep = cache.reading(origin);
      const read = await send(to, 'resources/read', { ...params, uri: origin.uri }, signal);
      keep(read);
      return toShown(read);
    },
    async subscribe(params, signal) {
      const { asked, origin, to } = await find(params, signal);
      const result = await send(to, 'resources/subscribe', { ...params, uri: origin.uri }, signal);
      const uris = subscribed.get(origin.server) ?? new Map<string, Set<string>>();
      subscribed.set(origin.server, uris.set(origin.uri, (uris.get(origin.uri) ?? new Set()).add(asked)));
      return result;
    },
    async unsubscribe(params, signal) {
      const { asked, origin, to } = await find(params, signal);
      const uris = subscribed.get(origin.server);
      uris?.get(origin.uri)?.delete(asked);
      if (uris?.get(origin.uri)?.size === 0) uris.delete(origin.uri);
      cache.drop(origin.server);
      return await send(to, 'resources/unsubscribe', { ...params, uri: origin.uri }, signal);
    },
    seen: (server, result) => seen.note(server, result),
    updated(server, uri) {
      cache.drop(server, uri);
      return [...(subscribed.get(server)?.get(uri) ?? [])];
    },
    listChanged: (server) => cache.drop(server),
    connected(to) {
      cache.drop(to.name);
      for (const uri of subscribed.get(to.name)?.keys() ?? []) {
        void send(to, 'resources/subscribe', { uri }, NEVER).catch(() => {});
      }
    },
  };
}

/** The URIs in contents as the client knows them. */
function withUris(read: JsonObject, server: string): JsonObject {
  const { contents } = read;
  if (!Array.isArray(contents)) return read;
  const shown = contents.map((one: JsonObject | null) =>
    typeof one?.['uri'] === 'string' ? { ...one, uri: toGatewayUri({ server, uri: one['uri'] }) } : one,
  );
  return { ...read, contents: shown };
}
