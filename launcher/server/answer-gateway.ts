import { invalidParams, UNKNOWN_CURSOR } from '../../src/mcp/invalid-params.ts';
import {
  answerResources,
  isOwnUri,
  type OwnResources,
  type ResourceMethod,
} from '../../src/tools/resources/own-resources.ts';
import type { OtherLists, ReachedServers } from '../tools/calls/other-servers.ts';

interface ServerPage {
  readonly entries: readonly object[];
  readonly nextCursor?: string | undefined;
}

interface PagedListOptions {
  readonly method: string;
  readonly params: unknown;
  /** Entries that come first. */
  readonly first: readonly object[];
  /** Returns the pages after `first`, by their own cursors; undefined if there are none. */
  readonly rest?: ((cursor: string | undefined) => Promise<ServerPage>) | undefined;
}

const A_PAGE = 100;
const OURS = /^first:(\d{1,9})$/;

/**
 * Returns a page of a list that begins with `first` and continues with the pages of `rest`. Cursors are opaque to the
 * client.
 */
async function pagedList({ method, params, first, rest }: PagedListOptions): Promise<ServerPage> {
  const cursor = cursorOf(method, params);
  const [, offset] = OURS.exec(cursor ?? 'first:0') ?? [];
  if (offset === undefined) {
    if (rest === undefined)
      throw invalidParams(method, undefined, [{ path: 'cursor', code: 'invalid_value' }], UNKNOWN_CURSOR);
    return await rest(cursor);
  }
  const end = Number(offset) + A_PAGE;
  const entries = first.slice(Number(offset), end);
  if (end < first.length) return { entries, nextCursor: `first:${end}` };
  if (rest === undefined) return { entries };
  const behind = await rest(undefined);
  return { entries: [...entries, ...behind.entries], nextCursor: behind.nextCursor };
}

function cursorOf(method: string, params: unknown): string | undefined {
  const cursor = (params as { readonly cursor?: unknown } | null | undefined)?.cursor;
  if (cursor === undefined || typeof cursor === 'string') return cursor;
  throw invalidParams(method, undefined, [{ path: 'cursor', code: 'invalid_type' }]);
}

type Params = Readonly<Record<string, unknown>>;

/** Answers the lists that other servers contribute to, except `tools/list`. Returns undefined for any other method. */
export async function answerList(
  own: OwnResources | undefined,
  { resources, prompts }: OtherLists,
  method: string,
  params: unknown,
): Promise<object | undefined> {
  const listOwn = async (cursor: string | undefined): Promise<ServerPage> => {
    const listed = await ownResources(own, 'resources/list', { cursor });
    return { entries: (listed['resources'] ?? []) as object[], nextCursor: listed['nextCursor'] as string | undefined };
  };
  switch (method) {
    case 'resources/list':
      return toList('resources', await pagedList({ method, params, first: resources.list(), rest: listOwn }));
    case 'resources/templates/list': {
      const listed = await ownResources(own, method, params);
      const first = [...resources.templates(), ...((listed['resourceTemplates'] ?? []) as object[])];
      return toList('resourceTemplates', await pagedList({ method, params, first }));
    }
    case 'prompts/list':
      return toList('prompts', await pagedList({ method, params, first: prompts.list() }));
    default:
      return undefined;
  }
}

/** Answers the methods that other servers serve, except tools and lists. Returns undefined for any other method. */
export async function answerGateway(
  own: OwnResources | undefined,
  gateway: ReachedServers,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<object | undefined> {
  const { resources, prompts } = gateway;
  switch (method) {
    case 'resources/read': {
      const asked = fieldsOf(method, params, 'uri');
      const isOwn = own !== undefined && isOwnUri(asked['uri']);
      if (isOwn) return await ownResources(own, method, params);
      return await resources.read(asked, signal);
    }
    case 'resources/subscribe':
      return await resources.subscribe(fieldsOf(method, params, 'uri'), signal);
    case 'resources/unsubscribe':
      return await resources.unsubscribe(fieldsOf(method, params, 'uri'), signal);
    case 'prompts/get':
      return await prompts.get(fieldsOf(method, params, 'name'), signal);
    case 'completion/complete':
      return await gateway.complete(fieldsOf(method, params), signal);
    case 'logging/setLevel':
      gateway.setLogLevel(fieldsOf(method, params, 'level'));
      return {};
    default:
      return await gateway.extended(method, params, signal);
  }
}

async function ownResources(own: OwnResources | undefined, method: ResourceMethod, params: unknown): Promise<Params> {
  return own === undefined ? {} : ((await answerResources(own, method, params)) as Params);
}

function toList(name: string, { entries, nextCursor }: ServerPage): object {
  return { [name]: entries, ...(nextCursor !== undefined && { nextCursor }) };
}

/** Checks that params are an object, with a string in the `needed` field. Throws an `RpcError` otherwise. */
function fieldsOf(method: string, params: unknown, needed?: string): Params {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw invalidParams(method, undefined, [{ path: '', code: 'invalid_type' }]);
  }
  const fields = params as Params;
  if (needed === undefined || typeof fields[needed] === 'string') return fields;
  throw invalidParams(method, undefined, [{ path: needed, code: 'invalid_type' }]);
}
