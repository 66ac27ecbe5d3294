import { invalidParams } from '../../src/mcp/invalid-params.ts';
import {
  answerResources,
  isOwnUri,
  type OwnResources,
  type ResourceMethod,
} from '../../src/tools/resources/own-resources.ts';
import type { OtherLists, ReachedServers } from '../tools/calls/other-servers.ts';
import { pagedList, type ServerPage } from './paged-list.ts';

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
      return undefined;
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
