import { isJsonObject } from './is-json-object.ts';
import type { JsonObject, ServerFacts } from './server-connection.ts';

/** What the result of `initialize` says. */
export function toServerFacts(result: JsonObject): ServerFacts {
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  return {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : undefined,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: isJsonObject(serverInfo) ? serverInfo : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
