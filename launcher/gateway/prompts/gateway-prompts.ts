import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { GatewayNames, Origin } from '../catalog/gateway-names.ts';
import type { FirstLists } from '../first-lists.ts';
import { toRpcFault } from '../rpc-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';

/** Prompts of all servers, named like their tools. Methods reject with an `RpcError`, or with the signal's reason. */
export type GatewayPrompts = ReturnType<typeof createGatewayPrompts>;

export interface GatewayPromptsOptions {
  readonly catalog: Catalog;
  readonly names: GatewayNames;
  readonly connection: (server: string) => ServerConnection | undefined;
  readonly firstLists: FirstLists;
}

export function createGatewayPrompts({ catalog, names, connection, firstLists }: GatewayPromptsOptions) {
  const list = (): readonly JsonObject[] =>
    catalog
      .servers()
      .flatMap(({ name: server, prompts }) =>
        prompts.map((prompt) => ({ ...prompt, name: names.nameOf({ server, name: String(prompt['name']) }) })),
      );
  const known = (name: unknown): Origin | undefined => {
    // The client may know the name from an earlier run.
    if (names.originOf(String(name)) === undefined) list();
    const origin = names.originOf(String(name));
    return origin !== undefined && catalog.server(origin.server) !== undefined ? origin : undefined;
  };
  const originOf = async (name: unknown, signal: AbortSignal): Promise<Origin | undefined> => {
    if (known(name) === undefined) await firstLists.settled('prompts', signal);
    return known(name);
  };
  return {
    list,
    /** Resolves to the origin of a name; undefined once every possible server has listed its prompts. */
    originOf,
    async get(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
      const origin = await originOf(params['name'], signal);
      const to = origin && connection(origin.server);
      if (origin === undefined || to === undefined) {
        const names = list().map(({ name }) => String(name));
        const advice = `name: there is no prompt ${JSON.stringify(params['name'])}: expected one of ${names.join(', ') || 'none'}`;
        throw invalidParams('prompts/get', undefined, [{ path: 'name', code: 'invalid_value' }], advice);
      }
      try {
        return await to.request('prompts/get', { ...params, name: origin.name }, { signal, repeatable: true });
      } catch (error) {
        throw toRpcFault(error);
      }
    },
  };
}
