import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import type { GatewayPrompts } from '../prompts/gateway-prompts.ts';
import type { GatewayResources } from '../resources/gateway-resources.ts';
import { toRpcFault } from '../rpc-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';

export interface CompleteOptions {
  readonly prompts: Pick<GatewayPrompts, 'originOf'>;
  readonly resources: Pick<GatewayResources, 'originOf'>;
  readonly connection: (server: string) => ServerConnection | undefined;
}

/**
 * Answers `completion/complete` by forwarding it to the server of the prompt or template. Rejects with the error of a
 * server that does not support it.
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
  const own = prompt === undefined ? { ...ref, uri: resource?.uri } : { ...ref, name: prompt.name };
  try {
    return await to.request('completion/complete', { ...params, ref: own }, { signal, repeatable: true });
  } catch (error) {
    throw toRpcFault(error);
  }
}
