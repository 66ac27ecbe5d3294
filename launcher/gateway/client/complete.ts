import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { GatewayPrompts } from '../prompts/gateway-prompts.ts';
import type { GatewayResources } from '../resources/gateway-resources.ts';
import { toRpcFault } from '../rpc-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';

export interface CompleteOptions {
  readonly prompts: Pick<GatewayPrompts, 'originOf'>;
  readonly resources: Pick<GatewayResources, 'originOf'>;
  readonly connection: (server: string) => ServerConnection | undefined;
}

const NOTHING = { completion: { values: [] } };

/**
 * Answers `completion/complete` by forwarding it to the server of the prompt or template. Without support on the
 * server, the result has no values.
 */
export async function complete(
  { prompts, resources, connection }: CompleteOptions,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const ref = params['ref'] as JsonObject | null | undefined;
  const named = ref?.['type'] === 'ref/prompt' ? ref['name'] : undefined;
  const uri = ref?.['type'] === 'ref/resource' ? ref['uri'] : undefined;
  const prompt = typeof named === 'string' ? await prompts.originOf(named, signal) : undefined;
  const resource = typeof uri === 'string' ? await resources.originOf(uri, signal) : undefined;
  const server = prompt?.server ?? resource?.server;
  const to = server === undefined ? undefined : connection(server);
  if (to === undefined) {
    const advice = 'ref: expected a prompt or a resource that one of the servers lists';
    throw invalidParams('completion/complete', undefined, [{ path: 'ref', code: 'invalid_value' }], advice);
  }
  const completes = (): boolean => to.facts === undefined || to.facts.capabilities['completions'] !== undefined;
  if (!completes()) return NOTHING;
  const own = prompt === undefined ? { ...ref, uri: resource?.uri } : { ...ref, name: prompt.name };
  try {
    return await to.request('completion/complete', { ...params, ref: own }, { signal, repeatable: true });
  } catch (error) {
    // The request has connected the server, so its capabilities are known.
    const unknown = error instanceof RpcError && error.code === RPC.methodNotFound;
    if (unknown && !completes()) return NOTHING;
    throw toRpcFault(error);
  }
}
